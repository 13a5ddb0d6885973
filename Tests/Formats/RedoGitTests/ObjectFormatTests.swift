import TestSupport
import Testing

@testable import RedoGit

/// A repository with SHA-256 names, which libgit2 does not read, is named as one.
@Suite(.serialized) struct ObjectFormatTests {
    private let fixture: RepositoryPair

    init() throws {
        fixture = try RepositoryPair()
        let path = fixture.path("other.git")
        let git = "/usr/bin/git"
        try GitServers.run(git, ["init", "-q", "--bare", "--object-format=sha256", path])
        let tree = try GitServers.run(git, ["-C", path, "write-tree"])
            .split(separator: "\n").map(String.init)
        let commit = try GitServers.run(
            git,
            ["-C", path, "-c", "user.name=A", "-c", "user.email=a@b", "commit-tree", "-m", "x"]
                + tree
        ).split(separator: "\n").map(String.init)
        try GitServers.run(git, ["-C", path, "update-ref", "refs/heads/main"] + commit)
    }

    @Test(arguments: [Transport.path, .ssh, .http, .daemon]) func itIsNamed(
        _ transport: Transport
    ) throws {
        let url = try fixture.url(transport).replacing("there.git", with: "other.git")
        let remote = try fixture.remote(url)
        let error = try #require(failure { _ = try remote.references(for: .fetch) })
        #expect(error.hints.contains { $0.contains("--object-format=sha1") }, "\(error)")
        #expect(!error.hints.contains { $0.contains("safe.directory") }, "\(error)")
    }
}
