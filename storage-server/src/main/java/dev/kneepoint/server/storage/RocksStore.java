package dev.kneepoint.server.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/**
 * RocksDB on one directory.
 *
 * <p>A write returns after its record has been written to the log file: handed to the operating system
 * ({@code async}: it survives the end of this process), or forced to the disk ({@code sync}: it survives power loss too).
 */
public final class RocksStore implements Store {
    private static final double BLOOM_BITS_PER_KEY = 10;
    private static final double HASHED_KEYS_PER_BUCKET = 0.75;
    private static final int KEPT_INFO_LOGS = 2;

    private final Path directory;
    private final Options options;
    private final BloomFilter filter;
    private final Cache blockCache;
    private final WriteOptions writeOptions;
    private final RocksDB db;

    /**
     * Opens the store, creating the directory if need be.
     *
     * @param blockCacheBytes memory for uncompressed blocks
     * @param writeBufferBytes size at which a memtable is flushed; two may exist at a time
     * @throws StoreException when the directory cannot be used, for instance because another process has it
     */
    public RocksStore(Path directory, boolean syncLog, long blockCacheBytes, long writeBufferBytes)
            throws StoreException {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new StoreException("data-dir " + directory + " cannot be created: " + e.getMessage(), e);
        }
        if (!Files.isWritable(directory)) {
            throw new StoreException("data-dir " + directory + " is not writable", null);
        }
        RocksLibrary.load();
        filter = new BloomFilter(BLOOM_BITS_PER_KEY);
        blockCache = new LRUCache(blockCacheBytes);
        writeOptions = new WriteOptions().setSync(syncLog);
        options = options(writeBufferBytes);
        try {
            db = RocksDB.open(options, directory.toString());
        } catch (RocksDBException e) {
            closeOptions();
            boolean locked = e.getMessage() != null && e.getMessage().contains("lock");
            throw new StoreException(
                    locked
                            ? "data-dir " + directory + " is in use by another server"
                            : "data-dir " + directory + " cannot be opened: " + e.getMessage(),
                    e);
        }
    }

    private Options options(long writeBufferBytes) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(blockCache)
                .setFilterPolicy(filter)
                .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                .setDataBlockHashTableUtilRatio(HASHED_KEYS_PER_BUCKET);
        return new Options()
                .setCreateIfMissing(true)
                .setTableFormatConfig(table)
                .setWriteBufferSize(writeBufferBytes)
                // An acknowledged write must have left this process, which a buffered log would not give.
                .setManualWalFlush(false)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(KEPT_INFO_LOGS)
                .setStatsDumpPeriodSec(0);
    }

    @Override
    public byte[] get(byte[] key) throws StoreException {
        try {
            return db.get(key);
        } catch (RocksDBException e) {
            throw refused("read", e);
        }
    }

    @Override
    public void put(byte[] key, byte[] value) throws StoreException {
        try {
            db.put(writeOptions, key, value);
        } catch (RocksDBException e) {
            throw refused("write", e);
        }
    }

    @Override
    public void delete(byte[] key) throws StoreException {
        try {
            db.delete(writeOptions, key);
        } catch (RocksDBException e) {
            throw refused("write", e);
        }
    }

    @Override
    public void fill(Prefill prefill, Prefill.Progress progress) throws StoreException {
        PrefillMarker marker = new PrefillMarker(directory);
        if (marker.names(prefill)) {
            progress.filled(prefill.keys(), prefill.keys());
            return;
        }
        marker.remove();
        Path files = directory.resolve("prefill");
        try {
            List<String> tables = new SortedTables(options, files).write(prefill, progress);
            SortedTables.ingest(db, tables);
            marker.write(prefill);
        } catch (RocksDBException e) {
            throw refused("prefill", e);
        } finally {
            SortedTables.removeLeftovers(files);
        }
    }

    @Override
    public void close() {
        db.close();
        closeOptions();
    }

    private void closeOptions() {
        options.close();
        writeOptions.close();
        blockCache.close();
        filter.close();
    }

    private static StoreException refused(String operation, RocksDBException e) {
        Status status = e.getStatus();
        boolean full = status != null && status.getSubCode() == Status.SubCode.NoSpace
                || e.getMessage() != null && e.getMessage().contains("No space left");
        return new StoreException(
                full
                        ? "the " + operation + " was refused: no space left on the disk"
                        : "the " + operation + " was refused: " + e.getMessage(),
                e,
                full);
    }
}
