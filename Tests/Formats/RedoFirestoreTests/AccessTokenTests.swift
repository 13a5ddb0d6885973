import Foundation
import RedoHTTP
import RedoReplica
import RedoSystem
import TestSupport
import Testing

@testable import RedoFirestore

/// Where tokens come from.
@Suite struct AccessTokenTests {
    private let directory: TemporaryDirectory
    private let address: FirestoreAddress
    private let http: HTTPClient

    init() throws {
        directory = try TemporaryDirectory()
        address = FirestoreAddress(
            try FirestoreURL("firestore:p?uid=alice"), emulator: "127.0.0.1:1")
        http = try HTTPClient(usesProxies: false, agent: "test")
    }

    private func token(
        _ source: AccessToken.Source, now: @escaping @Sendable () -> Int = { 1_000_000 }
    ) -> AccessToken {
        AccessToken(source, for: address, over: http, now: now)
    }

    /// Writes a program that keeps what it is told.
    private func helper(_ body: String) throws -> String {
        let path = directory.path + "/helper"
        let text =
            "#!/bin/sh\necho \"$1\" >> '\(directory.path)/told'\ncat >> '\(directory.path)/told'\n\(body)\n"
        return try ProgramFile.write(text, to: path, mode: 0o700)
    }

    private func told() throws -> [Substring] {
        try String(contentsOfFile: directory.path + "/told", encoding: .utf8).split(separator: "\n")
    }

    @Test func aGivenTokenIsTaken() throws {
        #expect(try token(.given("abc.def")).text() == "abc.def")
        #expect(!token(.given("abc")).renew())
    }

    @Test(arguments: ["a b", "a\nX-Evil: 1", "é", "", String(repeating: "a", count: 20_000)])
    func whatCannotStandInAHeadIsNoToken(_ text: String) {
        let error = #expect(throws: FirestoreError.self) { try token(.given(text)).text() }
        #expect(error?.kind == .noToken && error?.message.contains("Evil") == false)
    }

    @Test func aHelperIsToldWhatForAndAskedOnce() throws {
        let token = token(.helper(try helper("echo token=secret-1")))
        #expect(try token.text() == "secret-1")
        #expect(try token.text() == "secret-1")
        #expect(
            try told() == [
                "get", "host=127.0.0.1:1", "project=p", "database=(default)", "uid=alice",
            ])
    }

    @Test func aTokenThatRunsOutIsAskedForAgain() throws {
        let program = try helper("echo token=t; echo expiry=1000100")
        #expect(try token(.helper(program), now: { 1_000_000 }).text() == "t")
        let late = token(.helper(program), now: { 1_000_050 })
        _ = try late.text()
        _ = try late.text()
        #expect(try told().count { $0 == "get" } == 3)
    }

    @Test func aRefusedTokenIsErased() throws {
        let token = token(.helper(try helper("echo token=bad")))
        _ = try token.text()
        #expect(token.renew())
        #expect(try told().suffix(6).first == "erase" && told().last == "token=bad")
    }

    @Test(arguments: [
        "exit 1", "echo nothing", "echo token=", "echo 'token=a b'", "echo token=x; exit 3",
    ])
    func aHelperWithoutATokenIsAnError(_ body: String) throws {
        let token = token(.helper(try helper(body)))
        let error = #expect(throws: FirestoreError.self) { try token.text() }
        #expect(error?.kind == .noToken)
    }

    @Test func anEmulatorTakesAnUnsignedToken() throws {
        let parts = try token(.emulator).text().split(
            separator: ".", omittingEmptySubsequences: false)
        #expect(parts.count == 3 && parts[2].isEmpty)
        #expect(parts[0] == "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0")
        let padding = String(repeating: "=", count: (4 - parts[1].count % 4) % 4)
        let claims = Data(base64Encoded: String(parts[1]) + padding)
        #expect(
            claims.map { String(decoding: $0, as: UTF8.self) }
                == #"{"iat":0,"sub":"alice","user_id":"alice"}"#)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/x", true), ("http://localhost:1", true), ("http://[::1]:8", true),
        ("127.0.0.1:80", true), ("http://127.0.0.1.evil.org", false), ("http://10.0.0.1", false),
        ("https://example.org", false), ("http://localhost.evil.org", false),
        ("http://127.0.0.1@evil.org", false), ("http://127.0.0.1:x@evil.org", false),
        ("http://localhost:80@evil.org/", false), ("http://[::1]@evil.org", false),
        ("http://[::1]:80@evil.org", false), ("http://127.0.0.1:1?@evil.org", true),
        ("http://evil.org?@127.0.0.1", false), ("http://evil.org#127.0.0.1", false),
        ("http://127.0.0.1:", false), ("http://127.0.0.1:99999", false), ("[::1]", true),
        (#"http://127.0.0.1\@evil.org"#, false), (#"http://localhost\@evil.org/"#, false),
        (#"http://127.0.0.1:1\@evil.org/"#, false), (#"http://[::1]\@evil.org"#, false),
        ("http://127.0.0.08", false), ("http://127.+0.0.1", false), ("http://127.0.0.1:+80", false),
    ])
    func whatStaysHereIsKnown(_ url: String, _ expected: Bool) {
        #expect(isLoopback(url) == expected)
        #expect(
            isPrivateURL(url) == (url.hasPrefix("https://") || expected && url.hasPrefix("http")))
    }
}
