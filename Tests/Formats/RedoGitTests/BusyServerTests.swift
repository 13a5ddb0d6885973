import RedoSystem
import Synchronization
import TestSupport
import Testing

@testable import RedoGit

/// A web server that is busy at first. Nothing waits here: what would be waited is noted.
@Suite(.serialized) struct BusyServerTests {
    private let fixture: RepositoryPair

    /// What was waited, in milliseconds, and told.
    private final class Waits: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    init() throws { fixture = try RepositoryPair() }

    /// A remote behind a server that refuses some requests.
    private func remote(_ options: String...) throws -> (remote: GitRemote, waits: Waits) {
        let server = try fixture.servers.web(arguments: options)
        let waits = Waits()
        fixture.authentication.retry = RetryPolicy(
            wait: { waits.add("\($0)") }, random: { 0.5 }, report: { waits.add($0) })
        return (try fixture.remote("http://127.0.0.1:\(server.port)/there.git"), waits)
    }

    @Test(arguments: [429, 500, 502, 503, 504]) func itIsAskedAgain(_ status: Int) throws {
        let tip = try fixture.commits(2, in: fixture.there)
        try fixture.there.setReference("refs/heads/log", to: tip, from: nil)
        let (remote, waits) = try remote("--busy", "2", "--busy-with", "\(status)")
        #expect(try remote.references(for: .fetch).contains { $0.target == tip })
        #expect(waits.all.filter { Int($0) != nil } == ["2000", "4000"])
        #expect(waits.all.first?.hasSuffix("; trying again in 2 s") == true)
    }

    @Test func theFifthFailureStands() throws {
        let (remote, waits) = try remote("--busy", "5")
        let error = failure { _ = try remote.references(for: .fetch) }
        #expect(error?.code == .unreachable, "\(error?.message ?? "no error")")
        #expect(waits.all.compactMap { Int($0) } == [2000, 4000, 8000, 16000])
        // The sixth request is answered.
        #expect(failure { _ = try remote.references(for: .fetch) } == nil)
    }

    @Test func aFetchGoesOn() throws {
        let tip = try fixture.commits(3, in: fixture.there)
        try fixture.there.setReference("refs/heads/log", to: tip, from: nil)
        let (remote, waits) = try remote("--busy", "1", "--busy-on", "POST")
        try remote.fetch(["+refs/heads/log:refs/remotes/origin/log"])
        #expect(try fixture.here.target(of: "refs/remotes/origin/log") == tip)
        #expect(waits.all == ["the server is busy; trying again in 2 s", "2000"])
    }

    @Test func aPushGoesOn() throws {
        let tip = try fixture.commits(3, in: fixture.here)
        try fixture.here.setReference("refs/heads/log", to: tip, from: nil)
        let (remote, waits) = try remote("--busy", "1", "--busy-on", "POST")
        #expect(try remote.push(["refs/heads/log:refs/redo/a"]).first?.refusal == nil)
        #expect(try fixture.there.target(of: "refs/redo/a") == tip)
        #expect(waits.all.count == 2)
    }

    /// Whether it was set is not known after a failure, and a second attempt would take its own work for another's.
    @Test func aReferenceThatSeveralWantIsNotSetTwice() throws {
        let tip = try fixture.commits(1, in: fixture.here)
        try fixture.here.setReference("refs/heads/log", to: tip, from: nil)
        let (remote, waits) = try remote("--busy", "1", "--busy-on", "POST")
        let error = failure {
            _ = try remote.exchange("refs/heads/log", for: "refs/redo/claim", from: nil)
        }
        #expect(error?.code == .unreachable && waits.all.isEmpty, "\(error?.message ?? "none")")
    }

    @Test(arguments: [400, 403, 404, 501]) func whatStandsIsNotTriedAgain(_ status: Int) throws {
        let (remote, waits) = try remote("--busy", "1", "--busy-with", "\(status)")
        #expect(failure { _ = try remote.references(for: .fetch) } != nil)
        #expect(waits.all.isEmpty)
    }
}
