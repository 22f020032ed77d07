//! Requests of all kinds, and what is wrong with them.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use damier_server::ErrorBody;
use damier_server::api_answers::{ConvertAnswer, ExplainAnswer, FenAnswer, PositionAnswer};
use serde_json::{Value, json};

use crate::support::http::{get, post, request, request_to};
use crate::support::{Folder, START, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_name_field_found_and_expected() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let at = server.address;
    let good = json!({ "game": "chess", "side": "white", "opponent": { "kind": "friend" } });
    let with = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    for (body, code, field) in [
        (with("game", json!("parcheesi")), "unknown_game", "game"),
        (with("game", json!(5)), "bad_field", "game"),
        (with("fen", json!("nonsense")), "bad_fen", "fen"),
        (with("moves", json!(["e5"])), "illegal_move", "moves"),
        (with("side", json!("red")), "bad_field", "side"),
        (with("opponent", json!({ "kind": "engine", "level": 11 })), "bad_field", "opponent.level"),
        (with("time", json!("soon")), "bad_field", "time"),
        (with("name", json!("a\u{0}b")), "bad_field", "name"),
        (with("name", json!("x".repeat(41))), "bad_field", "name"),
        (with("color", json!("white")), "bad_field", "color"),
        (json!({ "game": "chess" }), "bad_field", "side"),
        (json!([]), "bad_field", "body"),
    ] {
        let error = post(at, "/api/games", None, &body).await.refused(422, code).error;
        assert_eq!(error.field.as_deref(), Some(field), "{body}: {}", error.message);
        assert!(error.found.is_some() && error.expected.is_some(), "{body}");
    }
    let json_type = "Content-Type: application/json\r\n";
    request(at, "POST", "/api/games", json_type, b"{").await.refused(400, "malformed");
    request(
        at,
        "POST",
        "/api/games",
        json_type,
        b"{\"game\":\"chess\",\"side\":\"white\",\"opponent\":{\"kind\":\"self\"}} x",
    )
    .await
    .refused(400, "malformed");
    request(at, "POST", "/api/games", json_type, &[0xff, 0xfe]).await.refused(400, "malformed");
    request(at, "POST", "/api/games", "", b"{}").await.refused(415, "not_json");
    request(at, "POST", "/api/games", "Content-Type: text/plain\r\n", b"{}").await.refused(415, "not_json");
    let long = json!({ "game": "x".repeat(20_000) });
    post(at, "/api/games", None, &long).await.refused(413, "too_large");
    request(at, "DELETE", "/api/games", "", b"").await.refused(405, "wrong_method");
    get(at, "/api/nothing", None).await.refused(404, "no_page");
    for id in ["AAAAAAAAAAA", "x", "%00", "..%2f..", "%ff"] {
        get(at, &format!("/api/games/{id}"), None).await.refused(404, "no_game");
    }
    get(at, "/api/games?limit=0", None).await.refused(422, "bad_field");
    get(at, "/api/games?limit=x", None).await.refused(422, "bad_field");
    get(at, "/api/games?wrong=1", None).await.refused(422, "bad_field");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_speak_of_json_and_not_of_our_types() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let at = server.address;
    let new = |part: Value| {
        let mut body = json!({ "game": "chess", "side": "white", "opponent": { "kind": "friend" } });
        body.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
        body
    };
    let engine = |level: Value| new(json!({ "opponent": { "kind": "engine", "level": level } }));
    let analysis = |part: &str, value: Value| json!({ "game": "chess", "lines": 1, part: value });
    for (path, body, message) in [
        ("/api/games", json!([]), "bad body: found a list, expected an object"),
        ("/api/games", json!(7), "bad body: found 7, expected an object"),
        ("/api/games", json!(null), "bad body: found null, expected an object"),
        ("/api/games", new(json!({ "game": 5 })), "bad game: found 5, expected a string"),
        ("/api/games", new(json!({ "moves": "e4" })), "bad moves: found \"e4\", expected a list"),
        ("/api/games", new(json!({ "moves": [{}] })), "bad moves[0]: found an object, expected a string"),
        ("/api/games", new(json!({ "listed": 1 })), "bad listed: found 1, expected true or false"),
        ("/api/games", new(json!({ "opponent": 5 })), "bad opponent: found 5, expected an object"),
        (
            "/api/games",
            new(json!({ "side": "red" })),
            "bad side: found red, expected one of \"white\", \"black\", \"random\"",
        ),
        (
            "/api/games",
            engine(json!("x")),
            "bad opponent: found \"x\", expected a whole number from 0 to 255",
        ),
        ("/api/games", engine(json!(300)), "bad opponent: found 300, expected a whole number from 0 to 255"),
        ("/api/games", engine(json!(1.5)), "bad opponent: found 1.5, expected a whole number from 0 to 255"),
        ("/api/games", engine(json!(11)), "bad opponent.level: found 11, expected a number from 1 to 10"),
        (
            "/api/analysis",
            analysis("depth", json!(-1)),
            "bad depth: found -1, expected a whole number from 0 to 4294967295",
        ),
        ("/api/analysis", analysis("wrong", json!(1)), "bad wrong: found an unknown field, expected one of"),
        ("/api/explain", json!({ "game": "chess" }), "bad move: found nothing, expected a value"),
        (
            "/api/position/setup",
            json!({ "game": "chess", "board": "", "turn": "green" }),
            "bad turn: found green, expected \"white\" or \"black\"",
        ),
    ] {
        let error = post(at, path, None, &body).await.refused(422, "bad_field").error;
        assert!(error.message.starts_with(message), "{body}: {}", error.message);
    }
    for (path, message) in [
        ("/api/games?limit=x", "bad limit: found \"x\", expected a whole number"),
        ("/api/games?limit=", "bad limit: found \"\", expected a whole number"),
        ("/api/games?limit=99999999999", "bad limit: found \"99999999999\", expected a smaller number"),
        ("/api/games?limit=-1", "bad limit: found \"-1\", expected a whole number"),
        ("/api/picture.svg?game=chess&flip=yes", "bad flip: found \"yes\", expected true or false"),
    ] {
        let error = get(at, path, None).await.refused(422, "bad_field").error;
        assert_eq!(error.message, message, "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_loopback_has_no_other_name() {
    let folder = Folder::new();
    let clock = Arc::new(AtomicU64::new(START));
    let server = Server::start_with(&folder.file(), clock, |config| {
        config.public_url = Some("https://draughts.example.org".to_owned());
    })
    .await;
    let at = server.address;
    let port = at.port();
    for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "[::1]", "board.localhost"] {
        for host in [host.to_owned(), format!("{host}:{port}")] {
            let answer = request_to(at, &host, "GET", "/api/catalog", "", b"").await;
            assert_eq!(answer.status, 200, "{host}");
        }
    }
    let proxied = request_to(at, "draughts.example.org", "GET", "/api/games", "", b"").await;
    assert_eq!(proxied.status, 200);
    for host in ["evil.example.org", "localhost.evil.org", "127.0.0.1.evil.org:80", "10.0.0.1", "[::2]", "x"]
    {
        for path in ["/", "/api/games", "/api/catalog"] {
            request_to(at, host, "GET", path, "", b"").await.refused(403, "foreign_host");
        }
        // Whoever watches the server may call it by any name.
        assert_eq!(request_to(at, host, "GET", "/healthz", "", b"").await.status, 200);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_are_described_explained_drawn_and_analyzed() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let at = server.address;
    let place = json!({ "game": "international", "fen": "W:W32:B19,27,28" });
    let answer: PositionAnswer = post(at, "/api/position", None, &place).await.expect(200);
    assert_eq!(answer.position.legal[0].path, ["32", "23", "14"]);
    let english = json!({ "game": "english", "board": "b.......B............w........W.", "turn": "white" });
    let fen: FenAnswer = post(at, "/api/position/setup", None, &english).await.expect(200);
    assert_eq!(fen.fen, "W:W22,K31:B1,K9");
    let why: ExplainAnswer =
        post(at, "/api/explain", None, &json!({ "game": "chess", "move": "e2e5" })).await.expect(200);
    assert!(!why.legal && !why.reasons.is_empty());
    let records = json!({ "text": "1. e4 (1. d4 {solid}) e5 *", "to": "json" });
    let converted: ConvertAnswer = post(at, "/api/convert", None, &records).await.expect(200);
    assert_eq!(converted.games, 1);
    let svg = get(at, "/api/picture.svg?game=russian&size=200", None).await;
    assert_eq!((svg.status, svg.header("content-type")), (200, Some("image/svg+xml")));
    let png = get(at, "/api/picture.png?game=chess&last=e4&flip=true", None).await;
    assert!(png.body.starts_with(b"\x89PNG"));
    get(at, "/api/picture.png?game=chess&size=5000", None).await.refused(422, "bad_field");
    let lines =
        post(at, "/api/analysis", None, &json!({ "game": "chess", "lines": 2, "depth": 3 })).await.text();
    let last: Value = serde_json::from_str(lines.lines().last().expect("lines")).expect("JSON");
    assert_eq!(last["done"], true, "{lines}");
    let lines = json!({ "game": "chess", "lines": 6 });
    post(at, "/api/analysis", None, &lines).await.refused(422, "bad_field");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_has_its_headers_and_is_not_sent_twice() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let at = server.address;
    for path in
        ["/", "/game/AAAAAAAAAAA", "/analysis", "/rules/chess", "/board", "/api/docs", "/api/docs/docs.js"]
    {
        let answer = get(at, path, None).await;
        assert_eq!(answer.status, 200, "{path}");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let etag = answer.header("etag").expect("a tag");
        let again = request(at, "GET", path, &format!("If-None-Match: {etag}\r\n"), b"").await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
    let plain = get(at, "/api/catalog", None).await;
    let packed = request(at, "GET", "/api/catalog", "Accept-Encoding: gzip\r\n", b"").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 4 < plain.body.len());
    for path in ["/app/../Cargo.toml", "/app/%2e%2e/Cargo.toml", "/messages/xx.json"] {
        assert_eq!(get(at, path, None).await.status, 404, "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_tells_about_itself() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let at = server.address;
    let health: Value = get(at, "/healthz", None).await.expect(200);
    assert_eq!(health, json!({ "status": "ok" }));
    let (id, white, _) = server.friends(json!({ "game": "chess" })).await;
    server.play(&id, &white, 0, "e4").await;
    let metrics = get(at, "/metrics", None).await.text();
    assert!(
        metrics.contains("damier_moves_total 1") && metrics.contains("damier_games_total 1"),
        "{metrics}"
    );
    assert!(metrics.contains("route=\"/api/games/{id}/commands\"") && !metrics.contains(&id), "{metrics}");
    let description: Value = get(at, "/api/openapi.json", None).await.expect(200);
    assert!(description["openapi"].as_str().expect("a version").starts_with("3.1"));
    let paths = description["paths"].as_object().expect("paths");
    assert_eq!(paths.len(), 20, "{:?}", paths.keys().collect::<Vec<_>>());
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().expect("methods") {
            let responses = operation["responses"].as_object().expect("responses");
            assert!(
                path == "/metrics" || path == "/healthz" || responses.contains_key("429"),
                "{method} {path}"
            );
            if method == "post" && path != "/api/games/{id}/review" {
                for status in ["400", "413", "415", "422"] {
                    assert!(responses.contains_key(status), "{method} {path} {status}");
                }
            }
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_ask_too_much_must_wait() {
    let folder = Folder::new();
    let clock = Arc::new(AtomicU64::new(START));
    let server = Server::start_with(&folder.file(), clock, |config| {
        config.client_limit = 1;
        config.trust_proxy = true;
    })
    .await;
    let ask = |from: &'static str| async move {
        let headers = format!("X-Forwarded-For: 9.9.9.9, {from}\r\n");
        request(server.address, "GET", "/api/games", &headers, b"").await
    };
    let mut refused = None;
    for _ in 0..200 {
        let answer = ask("10.0.0.1").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a limit");
    let error: ErrorBody = refused.expect(429);
    assert!(error.error.definite);
    assert!(refused.header("retry-after").expect("a time").parse::<u64>().expect("seconds") >= 1);
    // Others are not disturbed, and health is always told.
    assert_eq!(ask("10.0.0.2").await.status, 200);
    assert_eq!(
        request(server.address, "GET", "/healthz", "X-Forwarded-For: 10.0.0.1\r\n", b"").await.status,
        200
    );
    server.stop().await;
}
