package dev.kneepoint.server.http;

import dev.kneepoint.server.executor.RequestExecutor;

/** What the selector thread does with a complete request: answers what needs no store, and hands over the rest. */
final class Router {
    private final HttpServer server;
    private final RequestExecutor executor;

    Router(HttpServer server, RequestExecutor executor) {
        this.server = server;
        this.executor = executor;
    }

    void route(Exchange exchange) {
        switch (exchange.resource) {
            case ENTITY -> routeEntity(exchange);
            case STATUS -> answerStatus(exchange);
            case UNKNOWN -> explain(exchange, Status.NOT_FOUND, "", "there are /v0/entity?id=ID and /v0/status");
        }
    }

    private void routeEntity(Exchange exchange) {
        if (exchange.method == Method.HEAD || exchange.method == Method.OTHER) {
            explain(exchange, Status.METHOD_NOT_ALLOWED, "Allow: GET, PUT, DELETE\r\n", "use GET, PUT or DELETE");
        } else if (exchange.id == null) {
            explain(exchange, Status.BAD_REQUEST, "", "the id has a % that is not followed by two hexadecimal digits");
        } else if (exchange.id.length == 0) {
            explain(exchange, Status.BAD_REQUEST, "", "the id is missing or empty: /v0/entity?id=ID");
        } else if (server.state() == ServingState.STARTING) {
            explain(exchange, Status.SERVICE_UNAVAILABLE, "", "the store is being filled");
        } else {
            executor.execute(exchange);
        }
    }

    private void answerStatus(Exchange exchange) {
        if (exchange.method != Method.GET && exchange.method != Method.HEAD) {
            explain(exchange, Status.METHOD_NOT_ALLOWED, "Allow: GET, HEAD\r\n", "use GET");
        } else if (server.state() == ServingState.SERVING) {
            exchange.respond(Status.OK);
            exchange.answer();
        } else {
            explain(exchange, Status.SERVICE_UNAVAILABLE, "", "the server is " + server.state().word);
        }
    }

    private static void explain(Exchange exchange, Status status, String headers, String sentence) {
        exchange.explain(status, headers, sentence);
        exchange.answer();
    }
}
