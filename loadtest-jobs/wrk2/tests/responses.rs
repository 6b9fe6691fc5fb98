//! The response parser finds the end of every response, wherever the stream is cut.

use kneepoint_wrk2::response::{Complete, Malformed, ResponseParser};

fn parse(stream: &[u8], cut: usize, bodiless: bool) -> Result<Vec<(u16, bool, String)>, Malformed> {
    let mut parser = ResponseParser::new(true);
    let mut found = Vec::new();
    for part in [&stream[..cut], &stream[cut..]] {
        let mut rest = part;
        while !rest.is_empty() {
            let (used, complete) = parser.feed(rest, bodiless)?;
            rest = &rest[used..];
            if let Some(Complete { status, keep_alive }) = complete {
                let body = parser.content().unwrap().body.clone();
                found.push((status, keep_alive, String::from_utf8(body).unwrap()));
            }
        }
    }
    if let Some(Complete { status, keep_alive }) = parser.end_of_stream() {
        let body = parser.content().unwrap().body.clone();
        found.push((status, keep_alive, String::from_utf8(body).unwrap()));
    }
    Ok(found)
}

fn expect(stream: &str, bodiless: bool, expected: &[(u16, bool, &str)]) {
    for cut in 0..=stream.len() {
        let found = parse(stream.as_bytes(), cut, bodiless).unwrap();
        let found: Vec<_> = found.iter().map(|(s, k, b)| (*s, *k, b.as_str())).collect();
        assert_eq!(found, expected, "cut at {cut}");
    }
}

#[test]
fn sized_bodies_end_after_their_length() {
    expect(
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        false,
        &[(200, true, "hello")],
    );
    expect(
        "HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n",
        false,
        &[(201, true, "")],
    );
}

#[test]
fn pipelined_responses_are_told_apart() {
    expect(
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nbc\
         HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n",
        false,
        &[(200, true, "a"), (404, true, "bc"), (503, true, "")],
    );
}

#[test]
fn chunked_bodies_end_after_the_last_chunk_and_its_trailers() {
    expect(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n00A;x=\"y\"\r\n, big worl\r\n1 \r\nd\r\n0\r\n\r\n\
         HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Sum: 1\r\nX-Two: 2\r\n\r\n",
        false,
        &[(200, true, "hello, big world"), (200, true, "")],
    );
}

#[test]
fn responses_without_a_body_end_with_their_head() {
    expect("HTTP/1.1 204 No Content\r\n\r\n", false, &[(204, true, "")]);
    expect(
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n",
        false,
        &[(304, true, "")],
    );
    expect(
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
        true,
        &[(200, true, "")],
    );
}

#[test]
fn interim_responses_are_no_answers() {
    expect(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        false,
        &[(200, true, "ok")],
    );
}

#[test]
fn a_connection_is_kept_as_version_and_header_say() {
    expect(
        "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n",
        false,
        &[(200, false, "")],
    );
    expect(
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        false,
        &[(200, false, "")],
    );
    expect(
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
        false,
        &[(200, true, "")],
    );
}

#[test]
fn a_body_without_length_runs_to_the_end_of_the_stream() {
    expect(
        "HTTP/1.1 200 OK\r\n\r\nto the end",
        false,
        &[(200, false, "to the end")],
    );
}

#[test]
fn what_is_not_http_is_refused() {
    for stream in [
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
    ] {
        assert_eq!(
            parse(stream.as_bytes(), 0, false),
            Err(Malformed),
            "{stream}"
        );
    }
}

#[test]
fn a_head_that_never_ends_is_refused() {
    let mut parser = ResponseParser::new(false);
    let line = format!("X-Long: {}\r\n", "a".repeat(10_000));
    let mut result = parser.feed(b"HTTP/1.1 200 OK\r\n", false);
    for _ in 0..40 {
        result = result.and_then(|_| parser.feed(line.as_bytes(), false));
    }
    assert_eq!(result, Err(Malformed));
}
