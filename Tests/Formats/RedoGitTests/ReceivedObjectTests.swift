import TestSupport
import Testing

@testable import RedoGit

/// How much a few bytes of a server may become: what a delta makes is in memory as a whole. libgit2 has to be able to refuse
/// more.
@Suite(.enabled(if: GitLibrary.limitsObjects)) struct ReceivedObjectTests {
    private let fixture: RepositoryPair

    init() throws { fixture = try RepositoryPair() }

    /// Writes a branch with a file of a mebibyte, and one that repeats it, which its pack has as a delta of a few bytes:
    /// `git fast-import` makes a delta of what comes next.
    ///
    /// - Returns: the second file.
    private func repeatedFile(_ count: Int, on branch: String) throws -> GitObjectID {
        let script = """
            set -e
            cd "$0"
            head -c 1048576 /dev/urandom >base
            {
                printf 'blob\\nmark :1\\ndata 1048576\\n'
                cat base
                printf '\\nblob\\nmark :2\\ndata %s\\n' $((1048576 * $1))
                for i in $(seq $1); do cat base; done
                printf '\\ncommit refs/heads/%s\\ncommitter A <a@b> 0 +0000\\ndata 1\\nx\\n' $2
                printf 'M 100644 :1 base\\nM 100644 :2 large\\n'
            } | git -c fastimport.unpackLimit=1 fast-import --quiet
            git rev-parse $2:large
            """
        let text = try GitServers.run(
            "/bin/sh", ["-c", script, fixture.there.path, "\(count)", branch])
        return try #require(GitObjectID(String(text.prefix(40))))
    }

    @Test(arguments: [Transport.daemon, .http, .ssh])
    func whatADeltaMakesIsLimited(_ transport: Transport) throws {
        let mebibytes = GitLibrary.maximumReceivedObjectByteCount >> 20
        let large = try repeatedFile(mebibytes + 1, on: "large")
        let fitting = try repeatedFile(mebibytes - 1, on: "fitting")
        let remote = try fixture.remote(try fixture.url(transport))
        #expect(failure { try remote.fetch(["+refs/heads/large:refs/redo/seen/large"]) } != nil)
        #expect(!fixture.here.contains(large))
        try remote.fetch(["+refs/heads/fitting:refs/redo/seen/fitting"])
        #expect(fixture.here.contains(fitting))
    }
}
