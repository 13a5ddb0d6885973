import Testing

@testable import RedoGit

/// Addresses of repositories.
@Suite struct GitURLTests {
    @Test(
        arguments: [
            ("/srv/log.git", .path("/srv/log.git")),
            ("../log.git", .path("../log.git")),
            ("./a:b", .path("./a:b")),
            ("file:///srv/my%20log.git", .path("/srv/my log.git")),
            (
                "ssh://ana@example.org/srv/log.git",
                .ssh(user: "ana", host: "example.org", port: nil, path: "/srv/log.git")
            ),
            (
                "ssh://example.org:2222/~/log.git",
                .ssh(user: nil, host: "example.org", port: "2222", path: "~/log.git")
            ),
            ("ssh://[::1]:22/x", .ssh(user: nil, host: "::1", port: "22", path: "/x")),
            (
                "ana@example.org:log.git",
                .ssh(user: "ana", host: "example.org", port: nil, path: "log.git")
            ),
            (
                "ana@example.org:a@b:c.git",
                .ssh(user: "ana", host: "example.org", port: nil, path: "a@b:c.git")
            ),
            // Brackets, as git reads them.
            ("[::1]:log.git", .ssh(user: nil, host: "::1", port: nil, path: "log.git")),
            ("[fe80::1]:/srv/a:b", .ssh(user: nil, host: "fe80::1", port: nil, path: "/srv/a:b")),
            ("ana@[::1]:log.git", .ssh(user: "ana", host: "::1", port: nil, path: "log.git")),
            ("[::1]:a@b", .ssh(user: nil, host: "::1", port: nil, path: "a@b")),
            (
                "[example.org:2222]:log.git",
                .ssh(user: nil, host: "example.org", port: "2222", path: "log.git")
            ),
            (
                "[ana@example.org:2222]:log.git",
                .ssh(user: "ana", host: "example.org", port: "2222", path: "log.git")
            ),
            ("./[::1]:x", .path("./[::1]:x")),
            (
                "https://example.org:8443/a/log.git",
                .server(
                    scheme: "https", host: "example.org:8443", user: nil, path: "a/log.git")
            ),
            (
                "http://ana@[::1]/log.git",
                .server(scheme: "http", host: "[::1]", user: "ana", path: "log.git")
            ),
            (
                "git://example.org/log.git",
                .server(scheme: "git", host: "example.org", user: nil, path: "log.git")
            ),
        ] as [(String, GitURL.Location)])
    func isTakenApart(text: String, location: GitURL.Location) throws {
        #expect(try GitURL(text).location == location)
    }

    @Test(arguments: [
        "", "https://", "https://:80/x", "ssh:///x", "ssh://host", "ssh://-oProxyCommand=x/y",
        "-oProxyCommand=x:y", "a@-x:y", "ssh://host:0/x", "ssh://host:65536/x", "ssh://host:+1/x",
        "ftp://host/x", "file://host/x", "file://", "file:///a%0Ab", "file:///a%0",
        "https://host/a%00b",
        "[]:x", "[-oProxyCommand=x]:y", "[::1]:", "https://host/x\n", "https://host/\u{1B}[2J",
    ])
    func otherFormsAreRefused(_ text: String) {
        #expect(failure { _ = try GitURL(text) }?.code == .notFound)
    }

    @Test(arguments: [
        "https://ana:secret@example.org/x", "http://:secret@example.org/x",
        "ssh://ana:secret@example.org/x", "git://a:secret@example.org:1/x", "ana:secret@host:x",
        "[ana:secret@host]:x",
    ])
    func aPasswordIsRefusedAndNotShown(_ text: String) throws {
        let error = try #require(failure { _ = try GitURL(text) })
        #expect(error.code == .notFound && !error.hints.isEmpty)
        #expect(!"\(error)".contains("secret"))
    }
}
