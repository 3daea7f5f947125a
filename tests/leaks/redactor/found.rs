//! Planted secrets, with what is left of each text.

use toolwright::Redactor;

/// The parts of keys stand apart, so that no scanner of repositories takes them for keys.
const PLANTED: &[(&[&str], &str)] = &[
    // Keys of vendors.
    (
        &["refused key sk", "-proj-9f3kLmQ2xV7bTz4RwY8c_1a"],
        "refused key [redacted: api key]",
    ),
    (
        &["key sk", "-ant-api03-Zq81kdLmPw93nBvXc72T-aa."],
        "key [redacted: api key].",
    ),
    (&["(sk", "-1234567890abcdef)"], "([redacted: api key])"),
    (
        &["sk", "_live_4eC39HqLyjWDarjtT1zdp7dc is not valid"],
        "[redacted: api key] is not valid",
    ),
    (
        &["user AK", "IAIOSFODNN7EXAMPLE may not"],
        "user [redacted: api key] may not",
    ),
    (
        &["gh", "p_16C7e42F292c6912E7710c838347Ae178B4a"],
        "[redacted: api key]",
    ),
    (
        &["git: github", "_pat_11ABCDEFG0abcdefghij_klmnop: denied"],
        "git: [redacted: api key]: denied",
    ),
    (&["xox", "b-123456789012-abcDEF"], "[redacted: api key]"),
    (
        &["?key=AI", "zaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBW&x=1"],
        "?key=[redacted: api key]&x=1",
    ),
    (&["gl", "pat-ABCdef123456-7890xyz"], "[redacted: api key]"),
    (
        &["h", "f_abcdefGHIJKLmnopqrSTUVWXyz0123456789"],
        "[redacted: api key]",
    ),
    (
        &["np", "m_abcdefGHIJKLmnopqrSTUVWXyz0123456789"],
        "[redacted: api key]",
    ),
    (
        &[
            "post to https://hooks.slack",
            ".com/services/T00000000/B00000000/XXXX1234",
        ],
        "post to https://[redacted: api key]",
    ),
    (
        &["a\\nsk", "-1234567890abcdef\\nb"],
        "a\\n[redacted: api key]\\nb",
    ),
    (
        &["q=%20sk", "-1234567890abcdef"],
        "q=%20[redacted: api key]",
    ),
    // Tokens and headers.
    (
        &[
            "token eyJ",
            "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN.",
        ],
        "token [redacted: token].",
    ),
    (
        &["Authorization: Bearer abc.def-123456\nHost: a"],
        "Authorization: Bearer [redacted: credentials]\nHost: a",
    ),
    (
        &["authorization: Basic YWRhOmh1bnRlcjI="],
        "authorization: Basic [redacted: credentials]",
    ),
    (
        &[r#"{"Authorization": "Token 0123abc"}"#],
        r#"{"Authorization": "Token [redacted: credentials]"}"#,
    ),
    (
        &["sent bearer 9a8b7c6d5e4f3a2b to it"],
        "sent bearer [redacted: token] to it",
    ),
    (
        &["sent Basic YWRhOmh1bnRlcjI= to it"],
        "sent Basic [redacted: credentials] to it",
    ),
    (
        &["Cookie: sid=31d4d96e407aad42; theme=dark\nX: y"],
        "Cookie: [redacted: cookie]\nX: y",
    ),
    (
        &["{\"cookie\": \"a=b\", \"n\": 1}"],
        "{\"cookie\": \"[redacted: cookie]\", \"n\": 1}",
    ),
    (
        &["Authorization: Digest username=\"ada\""],
        "Authorization: Digest [redacted: credentials]",
    ),
    (
        &["authorization: 0123456789abcdef"],
        "authorization: [redacted: credentials]",
    ),
    // Connection strings.
    (
        &["postgres://desk:hunter2@10.0.0.7/orders"],
        "[redacted: connection string]",
    ),
    (
        &["cannot reach `mongodb+srv://u:p%40ss@db.example/x?ssl=true`."],
        "cannot reach `[redacted: connection string]`.",
    ),
    (
        &["redis://:hunter2@cache:6379, retry"],
        "[redacted: connection string], retry",
    ),
    (&["amqp://u:pa/ss@host/v"], "[redacted: connection string]"),
    (
        &["https://0123456789abcdef0123@sentry.example/7"],
        "[redacted: connection string]",
    ),
    (
        &["jdbc:postgresql://db/x?user=ada&password=hunter2&ssl=1"],
        "jdbc:postgresql://db/x?user=ada&password=[redacted: password]&ssl=1",
    ),
    (
        &["Server=db;User Id=ada;Password=hunter2;Encrypt=yes"],
        "Server=db;User Id=ada;Password=[redacted: password];Encrypt=yes",
    ),
    // Pairs.
    (&["password=hunter2"], "password=[redacted: password]"),
    (
        &["PGPASSWORD=hunter2 psql"],
        "PGPASSWORD=[redacted: password] psql",
    ),
    (
        &["pwd = 'hunter 2' refused"],
        "pwd = '[redacted: password]' refused",
    ),
    (
        &["password: hunter2 was refused"],
        "password: [redacted: password] was refused",
    ),
    (
        &["user: ada\npassword: swordfish\n"],
        "user: ada\npassword: [redacted: password]\n",
    ),
    (
        &[r#"{"user": "ada", "password": "hunter\"2", "n": 1}"#],
        r#"{"user": "ada", "password": "[redacted: password]", "n": 1}"#,
    ),
    (
        &[r#""{\"password\": \"hunter2\"}""#],
        r#""{\"password\": \"[redacted: password]\"}""#,
    ),
    (
        &[r#"{"passcode": 123456}"#],
        r#"{"passcode": "[redacted: password]"}"#,
    ),
    (
        &["clientSecret: 's3cr3t'"],
        "clientSecret: '[redacted: secret]'",
    ),
    (
        &["Config { db_password: Some(\"hunter2\"), port: 5 }"],
        "Config { db_password: Some(\"[redacted: password]\"), port: 5 }",
    ),
    (
        &["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG"],
        "aws_secret_access_key = [redacted: api key]",
    ),
    (&["x-api-key: 9f86d081"], "x-api-key: [redacted: api key]"),
    (
        &["https://api.example/v1?api_key=abc&city=Paris"],
        "https://api.example/v1?api_key=[redacted: api key]&city=Paris",
    ),
    (
        &["//registry.example/:_authToken=0aF9"],
        "//registry.example/:_authToken=[redacted: token]",
    ),
    (
        &["access_token=ya/9&expires=1"],
        "access_token=[redacted: token]&expires=1",
    ),
    (
        &["?X-Amz-Signature=0123456789abcdef0123"],
        "?X-Amz-Signature=[redacted: secret]",
    ),
    (
        &["mysql --password hunter2 -h db"],
        "mysql --password [redacted: password] -h db",
    ),
    (
        &["<user>ada</user><password>hunter2</password>"],
        "<user>ada</user><password>[redacted: password]</password>",
    ),
    (&["'secret' => 'abc'"], "'secret' => '[redacted: secret]'"),
    // Private keys.
    (
        &[
            "-----BEGIN RSA PRIVATE",
            " KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----\nrest",
        ],
        "[redacted: private key]\nrest",
    ),
    (
        &[
            "key: \"-----BEGIN PRIVATE",
            " KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n\"",
        ],
        "key: \"[redacted: private key]\\n\"",
    ),
    (
        &[
            "-----BEGIN OPENSSH PRIVATE",
            " KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA",
        ],
        "[redacted: private key]",
    ),
    // Paths.
    (
        &["cannot open /home/ada/.pgpass: denied"],
        "cannot open [redacted: path]: denied",
    ),
    (
        &["at /srv/app/src/main.rs:10:5"],
        "at [redacted: path]:10:5",
    ),
    (
        &["\"/Users/ada/My Files/tax.pdf\" is gone"],
        "\"[redacted: path]\" is gone",
    ),
    (
        &["PATH=/usr/local/bin:/opt/x/bin"],
        "PATH=[redacted: path]:[redacted: path]",
    ),
    (
        &["~/.ssh/id_ed25519 not found"],
        "[redacted: path] not found",
    ),
    (&["/run/secrets/db_password"], "[redacted: path]"),
    (&["(/x/y/config.toml)."], "([redacted: path])."),
    (&["file:///etc/app.toml"], "[redacted: path]"),
    (
        &[r"C:\Users\ada\Documents and Settings\x.txt is open"],
        "[redacted: path] is open",
    ),
    (
        &[r#"{"path": "D:\\data\\x.db"}"#],
        r#"{"path": "[redacted: path]"}"#,
    ),
    (&[r"\\fs01\share\tax.xlsx"], "[redacted: path]"),
    // SQL.
    (
        &["failed: SELECT id, email FROM users WHERE email = 'a;b'; retry"],
        "failed: [redacted: sql] retry",
    ),
    (
        &["query \"select * from orders\" failed"],
        "query \"[redacted: sql]\" failed",
    ),
    (
        &["select id, total from orders where id = $1"],
        "[redacted: sql]",
    ),
    (&["INSERT INTO orders (id) VALUES (7)"], "[redacted: sql]"),
    (&["insert into orders (id) values (7)"], "[redacted: sql]"),
    (&["UPDATE orders SET total = 0"], "[redacted: sql]"),
    (&["delete from orders where id = 7"], "[redacted: sql]"),
    (&["DROP TABLE orders"], "[redacted: sql]"),
    (
        &[r#"{"error": "near 'x': UPDATE a SET b = 1", "code": 1}"#],
        r#"{"error": "near 'x': [redacted: sql]", "code": 1}"#,
    ),
    // Addresses.
    (
        &["connection to 10.0.0.7:5432 refused"],
        "connection to [redacted: address] refused",
    ),
    (
        &["host=192.168.1.9 port=5432"],
        "host=[redacted: address] port=5432",
    ),
    (
        &["no route to server 10.1.2.3."],
        "no route to server [redacted: address].",
    ),
];

#[test]
fn planted_secrets_give_way_to_their_marks() {
    let redactor = Redactor::new();
    let mut wrong = Vec::new();
    for (parts, expected) in PLANTED {
        let text = parts.concat();
        let found = redactor.redact(&text);
        if found != *expected {
            wrong.push(format!("{text}\n   found {found}\nexpected {expected}"));
        }
        let again = redactor.redact(&found);
        if again != found {
            wrong.push(format!("{found}\n   again {again}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn values_of_ones_own_are_found_in_other_dresses() {
    let redactor = Redactor::none().secret("p/ss w\"rd").word("Falcon");
    for (text, expected) in [
        ("p/ss w\"rd!", "[redacted: secret]!"),
        (r#"{"a": "p/ss w\"rd"}"#, r#"{"a": "[redacted: secret]"}"#),
        ("?q=p%2Fss%20w%22rd&", "?q=[redacted: secret]&"),
        ("?q=p%2fss%20w%22rd&", "?q=[redacted: secret]&"),
        ("?q=p%2Fss+w%22rd&", "?q=[redacted: secret]&"),
        ("702f73732077227264", "[redacted: secret]"),
        ("cC9zcyB3InJk", "[redacted: secret]"),
        // `ada:` before and `!` behind it: what shares its base64 digits with others stays.
        ("YWRhOnAvc3MgdyJyZCE=", "YWRhOn[redacted: secret]CE="),
        ("falcon, falconer", "[redacted: word], falconer"),
        ("project-Falcon", "project-[redacted: word]"),
        ("password=hunter2", "password=hunter2"),
    ] {
        assert_eq!(redactor.redact(text), expected);
    }
    let short = Redactor::none().secret("abc").word(" ");
    assert_eq!(short.redact("abc abc"), "abc abc");
}

#[test]
fn patterns_of_ones_own_may_be_wrong() {
    let at = |start, end| move |_: &str| Some(std::ops::Range { start, end });
    for redactor in [
        Redactor::none().pattern("empty", at(2, 2)),
        Redactor::none().pattern("outside", at(2, 200)),
        Redactor::none().pattern("turned round", at(2, 1)),
        Redactor::none().pattern("between", at(1, 2)),
    ] {
        assert_eq!(redactor.redact("aé"), "aé");
    }
    let all = Redactor::none().pattern("all", |text| Some(0..text.len()));
    assert_eq!(all.redact("abc"), "[redacted: all]");
    assert_eq!(
        all.redact("[redacted: all]abc"),
        "[redacted: all][redacted: all]"
    );
}

#[test]
fn what_only_looks_like_a_mark_hides_nothing() {
    let redactor = Redactor::new();
    assert_eq!(
        redactor.redact("[redacted: password=hunter2]"),
        "[redacted: password=[redacted: password]]"
    );
    assert_eq!(redactor.redact("[redacted: path]"), "[redacted: path]");
}
