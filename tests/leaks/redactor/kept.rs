//! Ordinary texts, of developers and of users, stay as they are.

use std::borrow::Cow;
use toolwright::Redactor;

const ORDINARY: &[&str] = &[
    "called `Result::unwrap()` on an `Err` value",
    "std::net::Ipv6Addr::LOCALHOST",
    "3/4 of them, and/or none; 12 km/h, 1/2",
    "unknown city 'Bombay'; did you mean 'Mumbai'?",
    "select a seat from the list",
    "please select one from above, then update the cart",
    "select one from the list, where you can",
    "delete from the list what is not needed",
    "update the order; set the quantity to 3",
    "drop table 5 from the reservation",
    "with the key as (usual) a hint",
    "insert into the slot",
    "The item was dropped from the order. Create an index card.",
    "2026-11-30T14:57:52.123Z",
    "2026-11-30 14:57:52 +01:00",
    "version 1.2.3.4 is older than 10.0.0.7",
    "rustc 1.95.0 (1.2.3-beta.4+build.5)",
    "550e8400-e29b-41d4-a716-446655440000",
    "ae522807f1b3c4d5e6f708192a3b4c5d6e7f8091",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "the password is required",
    "invalid password: too short",
    "password: required",
    "password must not be empty",
    "{\"password\": null, \"token\": \"\"}",
    "password=****",
    "password=${DB_PASSWORD}",
    "unexpected token: `}`",
    "unexpected token `=` at line 3",
    "expected token: identifier",
    "max_tokens=4096, tokens: 12",
    "{\"next_token\": \"abc123def\", \"page_token\": \"x9\"}",
    "the secretary: Bob",
    "the bearer token is missing",
    "bearer authentication is needed; basic knowledge helps",
    "Authorization: required",
    "use --token instead of --password",
    "GET /orders/4711 returned 404",
    "see /docs/index.html or /api/v1.2/users",
    "https://example.com/a/b?x=1#c",
    "http://localhost:8080/path",
    "http://localhost:4873/@scope/pkg",
    "ssh://git@github.com/a/b.git",
    "write to ada@example.com",
    "http://[::1]:8080/x",
    "> /dev/null 2>&1",
    "src/main.rs:10:5",
    "a task-sk-based-approach, sk-learn, sk-something-long-enough-here",
    "risk-management-and-compliance-2026",
    "the eyJ prefix, eyJhbGci",
    "AKIA is a prefix",
    "the file has to begin with -----BEGIN PRIVATE KEY-----, see the manual",
    "Vec<Token> is not Vec<u8>",
    "the cookie: chocolate",
    "{\"url\": \"https://desk.example/?token=\", \"name\": \"Ada\"}",
    "{\"said\": [\"write password=\", 1, null], \"usage\": \"--password \", \"n\": {\"a\": \"token=\"}}",
    "{\"token=\": [1], \"secret=\": \"x\"}",
    "bypass=7, {\"pass\": 12, \"fail\": 3}, compass: north",
    "sig=SIGTERM, the sig: 15",
    // What only resembles a value.
    "the token: a short word; token: item12",
    "unexpected token: x1yz, expected token: a2b3c",
    "press the key = enter; the foreign key: orders2024",
    "the API key: sent in a header. No API key provided: see the manual",
    "password is required; the password is too short; password was rejected",
    "password is 12-character; the password sha256 hash, a password 10 minutes old",
    "unknown field `password`, expected `user`; the password 'field'; password `String`",
    "bearer of good news, Bearer \"token\", bearer\tauthentication",
    "a pass: 3 of 4, {\"pass\": \"12\", \"fail\": \"0\"}, first_pass: done, pass=3",
    "{\"pass\": \"all tests are green\", \"state\": \"pass\"}",
    "docker run --user 1000:1000 -u node:node --name mysql -p 3306:3306 -p80:80 mysql",
    "curl -u http://localhost:80 | mkdir -psub/dir",
    "ssh mysql -p2222; use mysql -p, or mysql -p; sshpass -p is unsafe; cp -a redis-cli x",
    "docker pull https://a.example/x -u node:node",
    "curl -u ada:$PASS https://a.example",
    "password 'x', {\"pass\": \"x\"}, {\"name\":\"password\",\"value\":\"x\"}",
    "curl: try again, then wget -user: x; --user 10:30",
    "the password hash1_column(x), password v1/login, pwd /home",
    "fill in password \"policy\"; your password is 'required'",
    "https://shop.example/list?key=name&order=asc, ?key=product-42, &key=550e8400",
    "Server={host};Password={password};Port={port}",
    "{\"password\": [\"is too short\", \"needs 1 digit\"], \"token\": [\"required\"]}",
    "{\"name\":\"city\",\"value\":\"Paris\"}, {\"name\":\"password\",\"type\":\"string\"}",
    "{\"name\":\"password\",\"value\":\"\"}",
    "user: | password: |\n  name | rank",
    "password: |\nport: 1",
    "{\"a\": \"the password \", \"b\": \"curl -u \", \"c:d\": 1, \"e\": [\"Bearer \", \"9a8b7c6d5e\"]}",
    "password%3D, page_token%3Dx9, cGFzc3dvcmQ%3D%3D",
    "x[1:2:3]:50, [::1]:5432, [::]:80, a[::2]: 10, [12:30]:45",
    "robot123456:AAbb, 123456:AA",
    "he said “/either/or” and “and/or”",
    "ratio 10:30, at 12:45:10",
    "a => b, x == y, c: d",
    "C: drive; A:/B testing",
    "[redacted: path]",
    "größer als 10 €: 日本語 🦀",
    "",
];

#[test]
fn ordinary_texts_stay_as_they_are() {
    let redactor = Redactor::new();
    let changed: Vec<_> = ORDINARY
        .iter()
        .map(|text| (*text, redactor.redact(text)))
        .filter(|(_, found)| !matches!(found, Cow::Borrowed(_)))
        .collect();
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn credentials_alone_leave_the_surroundings_alone() {
    let text = "SELECT a FROM b at /etc/x on 10.0.0.7:80, C:\\a\\b, file:///etc/x";
    assert_eq!(Redactor::credentials().redact(text), text);
    assert_eq!(
        Redactor::credentials().redact("a://u:p@h in /etc/x"),
        "[redacted: connection string] in /etc/x"
    );
    assert_eq!(
        Redactor::none().redact("password=hunter2"),
        "password=hunter2"
    );
}
