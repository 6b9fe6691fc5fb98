package dev.kneepoint.core;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One point of the search space, in canonical form: what its queue type has no use for is 0, so that two
 * configurations are equal exactly when the server cannot tell them apart.
 *
 * @param poolSize core threads, at least 1; 0 where the type has no pool
 * @param maxPoolSize most threads, at least {@code poolSize}; 0 where the type has no pool
 * @param queueType how requests are handed over
 * @param queueCapacity requests that may wait (in flight, for {@link QueueType#VIRTUAL}), at least 1; 0 where the type
 *     has none
 */
public record Configuration(int poolSize, int maxPoolSize, QueueType queueType, int queueCapacity) {

    /** Fewest threads first, then the smallest queue: what is recommended among equivalents. */
    public static final Comparator<Configuration> CHEAPEST_FIRST = Comparator.comparingInt(Configuration::maxPoolSize)
            .thenComparingInt(Configuration::poolSize)
            .thenComparingInt(Configuration::queueCapacity)
            .thenComparing(Configuration::queueType);

    public Configuration {
        if (queueType.hasPool()) {
            if (poolSize < 1 || maxPoolSize < poolSize) {
                throw new IllegalArgumentException("pool of " + poolSize + " to " + maxPoolSize + " threads");
            }
        } else {
            poolSize = 0;
            maxPoolSize = 0;
        }
        if (!queueType.hasCapacity()) {
            queueCapacity = 0;
        } else if (queueCapacity < 1) {
            throw new IllegalArgumentException("queue capacity " + queueCapacity);
        }
    }

    /** The storage server's settings that make up this configuration, by environment variable. */
    public Map<String, String> environment() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (queueType.hasPool()) {
            settings.put("KNEEPOINT_POOL_SIZE", String.valueOf(poolSize));
            settings.put("KNEEPOINT_MAX_POOL_SIZE", String.valueOf(maxPoolSize));
        }
        settings.put("KNEEPOINT_QUEUE_TYPE", queueType.label());
        if (queueType.hasCapacity()) {
            settings.put("KNEEPOINT_QUEUE_CAPACITY", String.valueOf(queueCapacity));
        }
        return settings;
    }

    /** As people name it: {@code linked pool 4 queue 256}, {@code array pool 4..64 queue 600}, {@code none}. */
    @Override
    public String toString() {
        StringBuilder name = new StringBuilder(queueType.label());
        if (queueType.hasPool()) {
            name.append(" pool ").append(poolSize);
            if (maxPoolSize > poolSize) {
                name.append("..").append(maxPoolSize);
            }
        }
        if (queueType.hasCapacity()) {
            name.append(queueType.hasPool() ? " queue " : " in flight ").append(queueCapacity);
        }
        return name.toString();
    }
}
