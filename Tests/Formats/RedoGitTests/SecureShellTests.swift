import Foundation
import RedoSystem
import TestSupport
import Testing

@testable import RedoGit

/// Who is at the two ends of ssh.
@Suite(.serialized) struct SecureShellTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    private func error(port: Int, path: String = "there.git") throws -> RedoError? {
        let url = "ssh://\(NSUserName())@127.0.0.1:\(port)\(fixture.path(path))"
        return failure { _ = try fixture.remote(url).references(for: .fetch) }
    }

    @Test func anUnknownHostKeyIsRefused() throws {
        let port = try fixture.secureShell(knownKey: "none")
        let error = try #require(try error(port: port))
        #expect(error.code == .unauthenticated && error.message.contains("not known"))
        #expect(error.hints.contains { $0.contains("fingerprint") })
        #expect(!FileManager.default.fileExists(atPath: fixture.path("known_hosts")))
        try fixture.servers.know("host", at: port)
        #expect(try self.error(port: port) == nil)
    }

    @Test func aChangedHostKeyIsRefused() throws {
        let port = try fixture.secureShell(knownKey: "other")
        let error = try #require(try error(port: port))
        #expect(error.code == .unauthenticated && error.message.contains("another machine"))
        #expect(error.hints.contains { $0.contains("ssh-keygen -R") })
    }

    @Test func aStrangersKeyIsRefused() throws {
        let port = try fixture.secureShell()
        fixture.useKey("stranger")
        let error = try #require(try error(port: port))
        #expect(error.code == .unauthenticated && !error.hints.isEmpty)
    }

    /// What the other side's shell would read otherwise.
    @Test(arguments: ["it's.git", "a b.git", "$(touch gone).git", "!x.git", "a;b.git"])
    func aPathIsOneWord(_ name: String) throws {
        let port = try fixture.secureShell()
        let there = try GitRepository(making: fixture.path(name), branch: "refs/heads/log")
        let tip = try fixture.commits(1, in: there)
        try there.setReference("refs/heads/log", to: tip, from: nil)
        let address = "\(NSUserName())@127.0.0.1"
        fixture.authentication.sshCommand? += " -p \(port)"
        let remote = try fixture.remote("\(address):\(fixture.path(name))")
        #expect(try remote.references(for: .fetch).count == 2)
    }

    @Test func configurationNamesTheProgram() throws {
        let port = try fixture.secureShell()
        try fixture.configure(
            "core.sshCommand", try #require(fixture.authentication.sshCommand))
        fixture.authentication.sshCommand = nil
        #expect(try error(port: port) == nil)
    }

    @Test func aServerThatSaysNothingIsGivenUp() throws {
        fixture.authentication.sshCommand = "sleep 1000; true"
        fixture.authentication.silenceSeconds = 1
        let error = failure { _ = try fixture.remote("ssh://host/x").references(for: .fetch) }
        #expect(error?.code == .unreachable)
    }

    /// What ssh says comes from the other machine in part.
    @Test func whatItSaysIsPrintable() throws {
        fixture.authentication.sshCommand = "printf 'bad\\033[2J\\007\\n' >&2; exit 255; true"
        let error = try #require(
            failure { _ = try fixture.remote("ssh://host/x").references(for: .fetch) })
        #expect(error.message.contains("bad") && error.message.allSatisfy { $0 >= " " })
    }
}
