//! The pages that are part of the program.

use crate::common::Server;

#[test]
fn the_page_and_its_parts_are_served_with_their_kinds() {
    let server = Server::new();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let text = page.text();
    let links = text.split(['"', '\'']).filter(|part| {
        [".js", ".css", ".svg"].iter().any(|ending| part.ends_with(ending)) && !part.contains(' ')
    });
    let mut count = 0;
    for link in links {
        let path = format!("/{}", link.trim_start_matches(['.', '/']));
        let part = server.get(&path);
        assert_eq!(part.status, 200, "{path}");
        let kind = part.header("content-type").unwrap();
        let wanted = match path.rsplit('.').next() {
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            _ => "image/svg+xml",
        };
        assert!(kind.starts_with(wanted), "{path} is {kind}");
        count += 1;
    }
    assert!(count > 0, "the page has no parts");
}

#[test]
fn what_is_known_is_not_sent_again() {
    let server = Server::new();
    let first = server.get("/");
    let tag = first.header("etag").unwrap();
    assert!(tag.starts_with('"') && tag.len() > 60, "{tag}");
    let again = server.send("GET", "/", &[&format!("If-None-Match: {tag}")], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = server.send("GET", "/", &["If-None-Match: \"other\""], b"");
    assert_eq!(other.status, 200);
}
