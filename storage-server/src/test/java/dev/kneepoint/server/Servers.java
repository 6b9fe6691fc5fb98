package dev.kneepoint.server;

import dev.kneepoint.server.settings.ServerSettings;
import dev.kneepoint.server.settings.SettingsReader;
import dev.kneepoint.server.storage.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Stream;

/** Starts servers in this process, and looks at their admin ports. */
public final class Servers {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Servers() {}

    public static StorageServer start(Store store, String... flags) throws Exception {
        String[] all = Stream.concat(
                        Stream.of("--engine=memory", "--host=127.0.0.1", "--port=0", "--admin-port=0", "--selectors=1"),
                        Stream.of(flags))
                .toArray(String[]::new);
        PrintWriter err = new PrintWriter(System.err, true);
        ServerSettings settings =
                new SettingsReader(Map.of(), err, err).read(all).orElseThrow();
        StorageServer server = new StorageServer(settings, store);
        server.serve();
        return server;
    }

    public static HttpResponse<String> admin(StorageServer server, String path)
            throws IOException, InterruptedException {
        InetSocketAddress address = server.adminAddress();
        URI uri = URI.create("http://127.0.0.1:" + address.getPort() + path);
        return CLIENT.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** One sample of the metrics page, by its name and labels as they stand there. */
    public static double metric(StorageServer server, String sample) throws IOException, InterruptedException {
        return admin(server, "/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(sample + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }
}
