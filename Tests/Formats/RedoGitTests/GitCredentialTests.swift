import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoGit

/// Names and passwords, from the helpers that git's configuration names.
@Suite(.serialized) struct GitCredentialTests {
    private let fixture: RepositoryPair
    private let server: ServerProcess

    init() throws {
        fixture = try RepositoryPair()
        server = try fixture.servers.web("--user", "ana", "--password", "open sesame")
        let tip = try fixture.commits(1, in: fixture.there)
        try fixture.there.setReference("refs/heads/log", to: tip, from: nil)
    }

    private var url: String { "http://127.0.0.1:\(server.port)/there.git" }

    /// Configures a helper that writes down what it is asked, and answers.
    private func configure(answer: String, name: String = "helper") throws {
        let script = """
            #!/bin/sh
            echo "$1" >>\(fixture.path("verbs"))
            cat >>\(fixture.path("asked"))
            if [ "$1" = get ]; then \(answer); fi

            """
        try ProgramFile.write(script, to: fixture.path(name))
    }

    private func good(_ helper: String) throws {
        try configure(answer: "echo username=ana; echo 'password=open sesame'")
        try fixture.configure("credential.helper", helper)
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: fixture.path(name), encoding: .utf8)) ?? ""
    }

    /// A path, and a line for the shell.
    @Test(arguments: ["HELPER", "!HELPER"])
    func theHelperIsAskedAndToldThatItWasRight(_ form: String) throws {
        try good(form.replacing("HELPER", with: fixture.path("helper")))
        let remote = try fixture.remote(url)
        #expect(try remote.references(for: .fetch).map(\.name) == ["HEAD", "refs/heads/log"])
        #expect(text("verbs") == "get\nstore\n")
        #expect(text("asked").contains("host=127.0.0.1:\(server.port)\n"))
        #expect(!text("asked").contains("path="))
        try remote.fetch(["+refs/heads/log:refs/heads/theirs"])
        let tip = try fixture.commits(2, in: fixture.here)
        try fixture.here.setReference("refs/heads/mine", to: tip, from: nil)
        #expect(try remote.push(["refs/heads/mine:refs/heads/mine"]).first?.refusal == nil)
        #expect(!server.log.contains("sesame"))
    }

    @Test func aPathIsSaidWhereTheConfigurationWantsIt() throws {
        try good(fixture.path("helper"))
        try fixture.configure("credential.useHttpPath", "true")
        _ = try fixture.remote(url).references(for: .fetch)
        #expect(text("asked").contains("path=there.git\n"))
    }

    @Test func theHelperOfAnotherAddressIsNotAsked() throws {
        try configure(answer: "echo username=ana; echo 'password=open sesame'")
        try fixture.configure(
            "credential.https://example.org.helper", fixture.path("helper"))
        #expect(
            failure { _ = try fixture.remote(url).references(for: .fetch) }?.code
                == .unauthenticated)
        #expect(text("verbs").isEmpty)
    }

    @Test func aWrongPasswordIsGivenUpAndForgotten() throws {
        try configure(answer: "echo username=ana; echo password=guessed")
        try fixture.configure("credential.helper", fixture.path("helper"))
        let error = try #require(
            failure { _ = try fixture.remote(url).references(for: .fetch) })
        #expect(error.code == .unauthenticated && !"\(error)".contains("guessed"))
        #expect(text("verbs") == "get\nerase\n")
    }

    @Test func withoutAHelperNobodyHasIt() throws {
        let error = try #require(
            failure { _ = try fixture.remote(url).references(for: .fetch) })
        #expect(error.code == .unauthenticated && !error.hints.isEmpty)
    }

    @Test func aHelperThatHangsIsEnded() throws {
        try configure(answer: "echo $$ >\(fixture.path("process")); exec sleep 1000")
        try fixture.configure("credential.helper", fixture.path("helper"))
        // On a machine that is busy it may not have begun after a second.
        for seconds in [1, 5, 25] where text("process").isEmpty {
            fixture.authentication.helperSeconds = seconds
            let error = failure { _ = try fixture.remote(url).references(for: .fetch) }
            #expect(error?.code == .unauthenticated)
        }
        let process = try #require(
            pid_t(text("process").trimmingCharacters(in: .whitespacesAndNewlines)))
        // It is gone, or is waited for by nobody, as soon as it gets to it.
        var state = ""
        for _ in 0..<600 {
            state = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z"
            if state.contains(") Z") { break }
            usleep(100_000)
        }
        #expect(state.contains(") Z"), "\(state)")
    }

    @Test(arguments: [
        "exit 1", "echo nonsense", "echo username=ana", "echo quit=1", "head -c 1000000 /dev/zero",
        "echo username=; echo password=x",
        "head -c 100000 /dev/zero | tr '\\\\0' x; echo; echo username=ana",
    ])
    func aHelperThatSaysNothingOfUseIsNoHelp(_ answer: String) throws {
        try configure(answer: answer)
        try fixture.configure("credential.helper", fixture.path("helper"))
        let error = failure { _ = try fixture.remote(url).references(for: .fetch) }
        #expect(error?.code == .unauthenticated, "\(error?.message ?? "no error")")
    }

    /// What a server says must not send a password to another one.
    @Test func anotherHostGetsNoPassword() throws {
        try good(fixture.path("helper"))
        let guide = try fixture.servers.web(
            "--redirect", "http://127.0.0.2:\(server.port)")
        let error = failure {
            _ = try fixture.remote("http://127.0.0.1:\(guide.port)/there.git")
                .references(for: .fetch)
        }
        #expect(error?.code == .unreachable, "\(error?.message ?? "no error")")
        #expect(text("verbs").isEmpty && server.log.isEmpty)
    }

    @Test func aCertificateThatNobodyVouchesForIsRefused() throws {
        try GitServers.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                "-days", "2", "-keyout", fixture.path("key.pem"), "-out", fixture.path("cert.pem"),
            ])
        let both = try ["cert.pem", "key.pem"].map {
            try Data(contentsOf: URL(filePath: fixture.path($0)))
        }
        try (both[0] + both[1]).write(to: URL(filePath: fixture.path("both.pem")))
        let secure = try fixture.servers.web("--certificate", fixture.path("both.pem"))
        let remote = try fixture.remote("https://localhost:\(secure.port)/there.git")
        let error = failure { _ = try remote.references(for: .fetch) }
        #expect(error?.code == .unauthenticated, "\(error?.message ?? "no error")")
        #expect(secure.log.isEmpty)
        // The one that the configuration names counts.
        try fixture.configure("http.sslCAInfo", fixture.path("cert.pem"))
        let trusting = try fixture.remote("https://localhost:\(secure.port)/there.git")
        #expect(try trusting.references(for: .fetch).count == 2)
    }
}
