import Foundation
import TestSupport
import Testing

@testable import RedoGit

/// How large objects of a server may be, where libgit2 can refuse larger ones.
@Suite(.enabled(if: GitLibrary.limitsObjects)) struct ReceivedObjectTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    private func git(_ arguments: String...) throws -> String {
        try GitServers.run("/usr/bin/git", ["-C", fixture.there.path] + arguments)
            .trimmingCharacters(in: .newlines)
    }

    /// A commit with a file of zeros, which is small in a pack.
    ///
    /// - Returns: the file.
    private func commit(byteCount: Int) throws -> GitObjectID {
        let file = fixture.path("zeros")
        try Data(count: byteCount).write(to: URL(filePath: file))
        let blob = try git("hash-object", "-w", file)
        _ = try git("update-index", "--add", "--cacheinfo", "100644,\(blob),zeros")
        let commit = try git(
            "-c", "user.name=A", "-c", "user.email=a@b", "commit-tree", "-m", "x",
            try git("write-tree"))
        _ = try git("update-ref", "refs/heads/log", commit)
        return try #require(GitObjectID(blob))
    }

    @Test(arguments: [Transport.daemon, .http, .ssh])
    func oneThatIsTooLargeIsRefused(_ transport: Transport) throws {
        let limit = GitLibrary.greatestReceivedObjectByteCount
        let remote = try fixture.remote(try fixture.url(transport))
        let refspec = "+refs/heads/log:refs/redo/seen/log"
        let large = try commit(byteCount: limit + 1)
        #expect(failure { try remote.fetch([refspec]) } != nil)
        #expect(!fixture.here.contains(large))
        let fitting = try commit(byteCount: limit - 1)
        try remote.fetch([refspec])
        #expect(fixture.here.contains(fitting))
    }
}
