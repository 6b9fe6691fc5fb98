package dev.kneepoint.server.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import one.profiler.AsyncProfiler;

/** async-profiler, attached to this process. One profile at a time. */
final class Profiler {
    private Profiler() {}

    static byte[] take(ProfileRequest request) throws ProfilerException, InterruptedException {
        Path file = null;
        try {
            AsyncProfiler profiler = AsyncProfiler.getInstance();
            file = Files.createTempFile("kneepoint-profile", request.format().fileSuffix);
            start(profiler, request, file);
            try {
                TimeUnit.SECONDS.sleep(request.seconds());
            } finally {
                profiler.execute("stop,file=" + file + "," + request.format());
            }
            return Files.readAllBytes(file);
        } catch (IOException | IllegalStateException | IllegalArgumentException | UnsatisfiedLinkError e) {
            throw new ProfilerException("the profiler could not be used: " + e.getMessage(), e);
        } finally {
            deleteQuietly(file);
        }
    }

    private static void start(AsyncProfiler profiler, ProfileRequest request, Path file) throws IOException {
        String options = ",file=" + file + "," + request.format();
        try {
            profiler.execute("start,event=" + request.event() + options);
        } catch (IllegalStateException e) {
            if (request.event() != ProfileRequest.Event.cpu) {
                throw e;
            }
            // Containers usually may not open perf events; per-thread timers need no permission.
            profiler.execute("start,event=ctimer" + options);
        }
    }

    private static void deleteQuietly(Path file) {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // A leftover in the temporary directory is not worth losing the profile for.
            }
        }
    }
}
