import Foundation
import RedoCrypto
import TestSupport
import Testing

@testable import RedoGit

/// The newest commits alone, by git, and libgit2's fetches and pushes after that, where libgit2 can.
@Suite(.serialized, .enabled(if: GitRepository.sendsFromShallow)) struct ShallowFetchTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    private static let refspec = "+refs/heads/log:refs/redo/seen/log"

    private func objectCount() throws -> Int {
        try GitServers.run(
            "/usr/bin/git",
            ["-C", fixture.here.path, "cat-file", "--batch-check", "--batch-all-objects"]
        ).split(separator: "\n").count
    }

    @Test(arguments: [Transport.ssh, .http, .daemon])
    func theHistoryStays(_ transport: Transport) throws {
        let first = try fixture.commits(20, in: fixture.there)
        try fixture.there.setReference("refs/heads/log", to: first, from: nil)
        let url = try fixture.url(transport)
        #expect(try fixture.remote(url).fetchNewest([Self.refspec]) == nil)
        #expect(fixture.here.isShallow)
        #expect(try fixture.here.target(of: "refs/redo/seen/log") == first)
        // A commit, a tree and a file.
        #expect(try objectCount() == 3)
        // libgit2 goes on from there.
        let second = try fixture.commits(2, in: fixture.there, after: first, text: "later")
        try fixture.there.setReference("refs/heads/log", to: second, from: first)
        try fixture.remote(url).fetch([Self.refspec])
        #expect(try fixture.here.target(of: "refs/redo/seen/log") == second)
        #expect(try objectCount() == 9)
        // A repository that is opened anew knows it, too.
        let again = try #require(try GitRepository.find(at: fixture.here.path, of: .store))
        let third = try fixture.commits(1, in: again, after: second, text: "own")
        try again.setReference("refs/heads/own", to: third, from: nil)
        if transport == .daemon { return }
        let remote = try GitRemote(url, in: again, fixture.authentication)
        #expect(try remote.push(["refs/heads/own:refs/heads/own"]).compactMap(\.refusal).isEmpty)
        #expect(try fixture.there.target(of: "refs/heads/own") == third)
        try fixture.expectSound(fixture.there)
    }

    /// Whatever a commit-graph says that was in the store: it is written anew before it is believed.
    @Test func aForeignCommitGraphIsNotBelieved() throws {
        let first = try fixture.commits(5, in: fixture.there)
        try fixture.there.setReference("refs/heads/log", to: first, from: nil)
        let url = try fixture.url(.daemon)
        #expect(try fixture.remote(url).fetchNewest([Self.refspec]) == nil)
        let file = "\(fixture.here.path)/objects/info/commit-graph"
        let good = try Data(contentsOf: URL(filePath: file))
        try FileManager.default.removeItem(atPath: file)
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: file))
        let again = try #require(try GitRepository.find(at: fixture.here.path, of: .store))
        #expect(try Data(contentsOf: URL(filePath: file)) == good)
        let second = try fixture.commits(1, in: fixture.there, after: first, text: "later")
        try fixture.there.setReference("refs/heads/log", to: second, from: first)
        try GitRemote(url, in: again, fixture.authentication).fetch([Self.refspec])
        #expect(try again.target(of: "refs/redo/seen/log") == second)
    }

    /// What cannot be fetched this way is said, and nothing is left that is in the way.
    @Test func aFailureSaysWhy() throws {
        let url = try fixture.url(.daemon)
        let reason = try #require(try fixture.remote(url).fetchNewest([Self.refspec]))
        #expect(reason.contains("refs/heads/log"), "\(reason)")
        #expect(!fixture.here.isShallow)
        try fixture.configure("http.proxy", "http://ana:secret@127.0.0.1:1")
        let refused = try #require(
            try fixture.remote(fixture.url(.http)).fetchNewest([Self.refspec]))
        #expect(!refused.contains("secret"))
    }

    /// The graph is as git writes it, but for the parents.
    @Test func theGraphIsAsDocumented() throws {
        let commits = [SampleCommit.id(200), SampleCommit.id(3)].map {
            CommitGraphImage.Commit(id: $0, tree: SampleCommit.id(9), seconds: 5)
        }
        let bytes = CommitGraphImage(commits).bytes
        #expect(bytes.prefix(8) == [67, 71, 80, 72, 1, 1, 3, 0])
        let fanout = 8 + 4 * 12
        #expect(bytes.count == fanout + 1024 + 2 * 20 + 2 * 36 + 20)
        func number(_ place: Int) -> Int {
            bytes[(fanout + 4 * place)..<(fanout + 4 * place + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect([2, 3, 199, 200, 255].map(number) == [0, 1, 1, 2, 2])
        #expect(bytes[fanout + 1024] == 3)
    }
}
