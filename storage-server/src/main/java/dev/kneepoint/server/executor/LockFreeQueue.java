package dev.kneepoint.server.executor;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpmcArrayQueue;

/**
 * A bounded queue without a lock, for a thread pool to take from.
 *
 * <p>The ring's own bound is the next power of two, hence {@link #places}: the exact one. {@link #ready} counts tasks
 * that are completely in the ring; a taker first gets one of its permits and only then polls, so a poll never comes back
 * empty, no wake-up is lost (a permit released before a taker parks lets it through), and a taker that finds none parks
 * rather than spins. Neither is more than a compare-and-set while there is work.
 */
final class LockFreeQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
    private static final int SMALLEST_RING = 2;
    private static final long FULL_RETRY_NANOS = 20_000;

    private final int capacity;
    private final MpmcArrayQueue<Runnable> ring;
    private final AtomicInteger places = new AtomicInteger();
    private final Semaphore ready = new Semaphore(0);

    LockFreeQueue(int capacity) {
        this.capacity = capacity;
        this.ring = new MpmcArrayQueue<>(Math.max(SMALLEST_RING, capacity));
    }

    @Override
    public boolean offer(Runnable task) {
        for (int taken = places.get(); taken < capacity; taken = places.get()) {
            if (places.compareAndSet(taken, taken + 1)) {
                if (!ring.offer(task)) {
                    throw new IllegalStateException("a ring of " + ring.capacity() + " had no place for " + capacity);
                }
                ready.release();
                return true;
            }
        }
        return false;
    }

    /** Polls for a place: takers signal that there is work, not that there is room, which only a full queue wants to know. */
    @Override
    public boolean offer(Runnable task, long timeout, TimeUnit unit) throws InterruptedException {
        long end = System.nanoTime() + unit.toNanos(timeout);
        while (!offer(task)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            LockSupport.parkNanos(FULL_RETRY_NANOS);
        }
        return true;
    }

    @Override
    public void put(Runnable task) throws InterruptedException {
        while (!offer(task, 1, TimeUnit.SECONDS)) {
            // goes on until there is room
        }
    }

    @Override
    public Runnable take() throws InterruptedException {
        ready.acquire();
        return pollReady();
    }

    @Override
    public Runnable poll() {
        return ready.tryAcquire() ? pollReady() : null;
    }

    @Override
    public Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
        return ready.tryAcquire(timeout, unit) ? pollReady() : null;
    }

    private Runnable pollReady() {
        Runnable task = ring.poll();
        // The place is given back after the slot is empty, or an offer could find the ring full.
        places.decrementAndGet();
        return task;
    }

    @Override
    public Runnable peek() {
        return ring.peek();
    }

    @Override
    public int size() {
        return Math.max(0, places.get());
    }

    @Override
    public int remainingCapacity() {
        return Math.max(0, capacity - places.get());
    }

    @Override
    public int drainTo(Collection<? super Runnable> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super Runnable> target, int limit) {
        int moved = 0;
        for (Runnable task; moved < limit && (task = poll()) != null; moved++) {
            target.add(task);
        }
        return moved;
    }

    /** What a snapshot shows; a pool iterates only to forget tasks by identity, which this one never does. */
    @Override
    public Iterator<Runnable> iterator() {
        return List.<Runnable>of().iterator();
    }
}
