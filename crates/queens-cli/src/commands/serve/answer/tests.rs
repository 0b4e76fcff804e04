use super::super::page::Form;
use super::*;

fn site() -> Site {
    let files = [
        ("index.html", 1),
        ("app-ABCD1234.js", 2),
        ("app-ABCD1234.js.br", 3),
        ("sw.js", 4),
        ("embed.html", 5),
    ];
    let form = |(name, number): (&str, u8)| {
        let bytes = vec![number; 100 * usize::from(number)];
        (name.to_string(), Form::new(bytes.into(), &[number; 32]))
    };
    Site { files: Files::new(files.map(form)), loopback_only: true }
}

/// A response with what is sent of its content.
#[derive(Debug, PartialEq, Eq)]
struct Answered {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

fn ask(site: &Site, method: &str, path: &str, headers: &[(&str, &str)]) -> Answered {
    let lines: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("{method} {path} HTTP/1.1\r\n{lines}\r\n");
    let request = Request::read(&mut head.as_bytes()).unwrap().unwrap();
    let Answer { status, headers, content, has_body } = site.answer(&request);
    let headers = headers.into_iter().map(|(name, value)| (name, value.to_string())).collect();
    let body = if has_body { content.to_vec() } else { Vec::new() };
    let answer = Answered { status: status[..3].parse().unwrap(), headers, body };
    if !path.contains("embed.html") {
        for (name, value) in SECURITY_HEADERS {
            assert_eq!(header(&answer, name), Some(value), "{method} {path}");
        }
    }
    answer
}

const LOCAL: (&str, &str) = ("host", "localhost:8017");

fn get(path: &str, headers: &[(&str, &str)]) -> Answered {
    ask(&site(), "GET", path, &[&[LOCAL], headers].concat())
}

/// The only value of a header.
fn header<'a>(answer: &'a Answered, name: &str) -> Option<&'a str> {
    let mut all = answer.headers.iter().filter(|(other, _)| *other == name);
    let value = all.next().map(|(_, value)| &**value);
    assert!(all.next().is_none(), "{name}");
    value
}

#[test]
fn the_page_is_at_the_root() {
    for path in ["/", "/index.html", "/?n=8#board", "http://localhost:8017/"] {
        let answer = get(path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(&answer.body, &vec![1; 100]);
        assert_eq!(header(&answer, "content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(header(&answer, "cache-control"), Some("no-cache"));
        assert_eq!((header(&answer, "vary"), header(&answer, "content-encoding")), (None, None));
    }
}

#[test]
fn only_the_embed_page_may_be_shown_in_a_frame() {
    let framed = |answer: &Answered| {
        let policy = header(answer, "content-security-policy").unwrap().to_string();
        let resource = header(answer, "cross-origin-resource-policy").unwrap().to_string();
        (policy.rsplit_once("; ").unwrap().1.to_string(), resource)
    };
    let yes = ("frame-ancestors *".to_string(), "cross-origin".to_string());
    let no = ("frame-ancestors 'none'".to_string(), "same-origin".to_string());
    let embed = get("/embed.html", &[]);
    assert_eq!((embed.status, framed(&embed)), (200, yes.clone()));
    assert_eq!(framed(&get("/embed.html?x=1", &[])), yes);
    assert_eq!(framed(&ask(&site(), "HEAD", "/embed.html", &[LOCAL])), yes);
    let tag = header(&embed, "etag").unwrap().to_string();
    let known = get("/embed.html", &[("if-none-match", &tag)]);
    assert_eq!((known.status, framed(&known)), (304, yes));
    for path in ["/", "/index.html", "/app-ABCD1234.js", "/sw.js", "/x/embed.html", "/embed.html/"]
    {
        assert_eq!(framed(&get(path, &[])), no, "{path}");
    }
    // Errors at the same path are not the page.
    assert_eq!(framed(&ask(&site(), "POST", "/embed.html", &[LOCAL])), no);
    assert_eq!(framed(&ask(&site(), "GET", "/embed.html", &[("host", "evil.example")])), no);
    let without = Site { files: Files::new([]), loopback_only: true };
    assert_eq!(framed(&ask(&without, "GET", "/embed.html", &[LOCAL])), no);
}

/// Nothing else differs: the embed page has the other directives and headers of every page.
#[test]
fn the_embed_page_is_as_strict_as_the_others_otherwise() {
    let embed = get("/embed.html", &[]);
    for (name, value) in SECURITY_HEADERS {
        let expected = match name {
            "content-security-policy" => {
                value.replace("frame-ancestors 'none'", "frame-ancestors *")
            }
            "cross-origin-resource-policy" => "cross-origin".to_string(),
            _ => value.to_string(),
        };
        assert_eq!(header(&embed, name), Some(expected.as_str()), "{name}");
    }
}

#[test]
fn a_head_response_has_no_body() {
    for path in ["/", "/app-ABCD1234.js", "/none"] {
        let whole = get(path, &[("accept-encoding", "br")]);
        let head = ask(&site(), "HEAD", path, &[LOCAL, ("accept-encoding", "br")]);
        assert_eq!((head.status, &head.headers), (whole.status, &whole.headers));
        assert!(head.body.is_empty() && !whole.body.is_empty());
    }
}

#[test]
fn unknown_paths_are_not_found() {
    for path in [
        "/none",
        "/..",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/app-ABCD1234.js.br",
    ] {
        let answer = get(path, &[]);
        assert_eq!((answer.status, &*answer.body), (404, &b"not found\n"[..]), "{path}");
        assert_eq!(header(&answer, "cache-control"), Some("no-store"));
    }
}

#[test]
fn other_methods_are_rejected() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "BREW"] {
        let answer = ask(&site(), method, "/", &[LOCAL]);
        assert_eq!((answer.status, header(&answer, "allow")), (405, Some("GET, HEAD")), "{method}");
    }
    assert_eq!(ask(&site(), "CONNECT", "localhost:80", &[LOCAL]).status, 405);
    assert_eq!(ask(&site(), "OPTIONS", "*", &[LOCAL]).status, 405);
}

#[test]
fn brotli_is_sent_to_clients_that_accept_it() {
    for value in ["br", "gzip, deflate, br, zstd", "BR", ", ,br,", "gzip;q=1.0, br"] {
        let answer = get("/app-ABCD1234.js", &[("accept-encoding", value)]);
        assert_eq!(header(&answer, "content-encoding"), Some("br"), "{value}");
        assert_eq!(&answer.body, &vec![3; 300]);
    }
    for value in ["", "gzip", "br;q=0", "brotli", "xbr", "b r"] {
        let answer = get("/app-ABCD1234.js", &[("accept-encoding", value)]);
        assert_eq!(header(&answer, "content-encoding"), None, "{value}");
        assert_eq!(&answer.body, &vec![2; 200]);
        assert_eq!(header(&answer, "vary"), Some("accept-encoding"));
    }
    let lines = [("accept-encoding", "gzip"), ("accept-encoding", "br")];
    assert_eq!(header(&get("/app-ABCD1234.js", &lines), "content-encoding"), Some("br"));
    // This file has no compressed form.
    assert_eq!(header(&get("/sw.js", &[("accept-encoding", "br")]), "content-encoding"), None);
}

#[test]
fn cached_files_are_not_sent_again() {
    let brotli = ("accept-encoding", "br");
    let plain_tag = header(&get("/app-ABCD1234.js", &[]), "etag").unwrap().to_string();
    let brotli_tag = header(&get("/app-ABCD1234.js", &[brotli]), "etag").unwrap().to_string();
    assert_ne!(plain_tag, brotli_tag);
    let weak = format!("\"other\" ,W/{plain_tag}");
    for value in [plain_tag.as_str(), "*", &weak] {
        let answer = get("/app-ABCD1234.js", &[("if-none-match", value)]);
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{value}");
        assert_eq!(header(&answer, "etag"), Some(plain_tag.as_str()));
        assert_eq!(header(&answer, "vary"), Some("accept-encoding"));
        assert_eq!(header(&answer, "cache-control"), Some("public, max-age=31536000, immutable"));
    }
    for value in [brotli_tag.as_str(), "", "\"\"", &plain_tag[1..], "w/*"] {
        assert_eq!(get("/app-ABCD1234.js", &[("if-none-match", value)]).status, 200, "{value}");
    }
    assert_eq!(get("/app-ABCD1234.js", &[brotli, ("if-none-match", &brotli_tag)]).status, 304);
    assert_eq!(get("/app-ABCD1234.js", &[brotli, ("if-none-match", &plain_tag)]).status, 200);
    assert_eq!(get("/none", &[("if-none-match", "*")]).status, 404);
}

#[test]
fn only_loopback_names_are_accepted() {
    let own = [
        "localhost",
        "LocalHost",
        "localhost:8017",
        "localhost:",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.255.3.4:65535",
        "[::1]",
        "[::1]:8017",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]:80",
    ];
    for host in own {
        assert_eq!(ask(&site(), "GET", "/", &[("host", host)]).status, 200, "{host}");
    }
    let foreign = [
        "",
        "evil.example",
        "evil.example:8017",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "0.0.0.0",
        "[::]",
        "[::2]:8017",
        "::1",
        "a@localhost",
        "localhost:80:80",
        "localhost:x",
        "[::1",
        "[::1]x",
        "[localhost]",
        "127.0.0.1, evil.example",
        "localhost.",
        "127.1",
        "[127.0.0.1]",
    ];
    let mut anywhere = site();
    anywhere.loopback_only = false;
    for host in foreign {
        assert_eq!(ask(&site(), "GET", "/", &[("host", host)]).status, 421, "{host}");
        assert_eq!(ask(&anywhere, "GET", "/", &[("host", host)]).status, 200, "{host}");
    }
    assert_eq!(ask(&site(), "GET", "/", &[]).status, 421);
    assert_eq!(ask(&site(), "GET", "/", &[LOCAL, ("host", "evil.example")]).status, 421);
    assert_eq!(ask(&site(), "GET", "http://evil.example/", &[LOCAL]).status, 421);
    assert_eq!(ask(&site(), "POST", "/", &[("host", "evil.example")]).status, 421);
}
