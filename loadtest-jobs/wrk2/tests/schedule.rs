//! The constant-rate schedule keeps its promises whatever the rate, connections and threads.

use kneepoint_wrk2::schedule::{Cursor, Schedule, Tick};
use proptest::prelude::*;

fn shares() -> impl Strategy<Value = (f64, usize, usize)> {
    (1usize..8, 0usize..40)
        .prop_flat_map(|(threads, more)| (0.1f64..200_000.0, Just(threads + more), Just(threads)))
}

proptest! {
    #[test]
    fn all_threads_together_send_one_request_every_period((rate, connections, threads) in shares()) {
        let rounds = 5;
        let mut times: Vec<u64> = (0..threads)
            .map(|thread| Schedule::new(rate, connections, threads, thread))
            .flat_map(|schedule| {
                (0..schedule.connections())
                    .flat_map(|c| (0..rounds).map(|slot| schedule.intended_ns(c, slot)).collect::<Vec<_>>())
                    .collect::<Vec<_>>()
            })
            .collect();
        times.sort_unstable();
        prop_assert_eq!(times.len(), connections * rounds as usize);
        for (k, time) in times.iter().enumerate() {
            let intended = k as f64 * 1e9 / rate;
            prop_assert!((*time as f64 - intended).abs() <= 1.0 + intended * 1e-12, "{} {}", time, intended);
        }
    }

    #[test]
    fn every_connection_belongs_to_one_thread((rate, connections, threads) in shares()) {
        let shares: Vec<usize> = (0..threads)
            .map(|thread| Schedule::new(rate, connections, threads, thread).connections())
            .collect();
        prop_assert_eq!(shares.iter().sum::<usize>(), connections);
        prop_assert!(shares.iter().max().unwrap() - shares.iter().min().unwrap() <= 1);
    }

    #[test]
    fn the_number_of_slots_before_a_time_agrees_with_their_times(
        (rate, connections, threads) in shares(),
        end_ns in 0u64..100_000_000_000,
    ) {
        let schedule = Schedule::new(rate, connections, threads, threads - 1);
        for c in 0..schedule.connections() {
            let slots = schedule.slots_before(c, end_ns);
            prop_assert!(slots == 0 || schedule.intended_ns(c, slots - 1) < end_ns);
            prop_assert!(schedule.intended_ns(c, slots) >= end_ns);
        }
        let split = end_ns / 3;
        prop_assert_eq!(
            schedule.scheduled_between(0, split) + schedule.scheduled_between(split, end_ns),
            schedule.scheduled_between(0, end_ns)
        );
    }

    #[test]
    fn the_cursor_visits_connections_in_turn_and_never_goes_back((rate, connections, threads) in shares()) {
        let schedule = Schedule::new(rate, connections, threads, 0);
        let mut cursor = Cursor::new(&schedule);
        for step in 0..schedule.connections() * 4 {
            let (round, turn) = (step / schedule.connections(), step % schedule.connections());
            let time = cursor.intended_ns();
            prop_assert_eq!(time, schedule.intended_ns(turn, round as u64));
            prop_assert_eq!(cursor.advance(&schedule), turn);
            prop_assert!(cursor.intended_ns() >= time);
        }
    }

    #[test]
    fn a_wait_is_whole_ticks_and_never_too_short(tick in 1u64..2_000_000, now in 0u64..1 << 50, ahead in 0u64..1 << 40) {
        let timer = Tick::new(tick);
        let wait = timer.wait_ns(now, now + ahead);
        prop_assert_eq!(wait % tick, 0);
        // Awake after the wait, the tick that now lies in has reached the intended time.
        prop_assert!(timer.floor(now + wait) >= now + ahead || wait == 0 && timer.floor(now) >= now + ahead);
        prop_assert!(wait < ahead + 2 * tick);
    }
}

#[test]
fn a_rate_below_the_thread_count_is_kept() {
    let scheduled: u64 = (0..4)
        .map(|thread| Schedule::new(0.5, 4, 4, thread).scheduled_between(0, 10_000_000_000))
        .sum();
    assert_eq!(scheduled, 5);
}
