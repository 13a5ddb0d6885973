import Foundation
import RedoCrypto
import RedoSystem
import TestSupport
import Testing

@testable import RedoGit

/// Two repositories, and servers for the second.
final class RepositoryPair {
    let directory: TemporaryDirectory
    let here: GitRepository
    let there: GitRepository
    let servers: GitServers
    /// Neither the user's nor the system's configuration counts, and nobody is asked.
    var authentication = GitAuthentication(
        mayAsk: false,
        environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"])

    init() throws {
        directory = try TemporaryDirectory()
        servers = GitServers(directory.path)
        here = try GitRepository(making: "\(directory.path)/here.git", branch: "refs/heads/log")
        there = try GitRepository(making: "\(directory.path)/there.git", branch: "refs/heads/log")
        try configure("http.receivepack", "true", in: there)
    }

    func path(_ name: String) -> String { "\(directory.path)/\(name)" }

    /// Adds to what counts as the user's configuration of git.
    func configure(_ name: String, _ value: String) throws {
        let file = path("gitconfig")
        try GitServers.run("/usr/bin/git", ["config", "--file", file, "--add", name, value])
        authentication.configurationPath = file
    }

    func configure(_ name: String, _ value: String, in repository: GitRepository) throws {
        try GitServers.run("/usr/bin/git", ["-C", repository.path, "config", name, value])
    }

    /// Writes a chain of commits, each with a file of its own.
    ///
    /// - Returns: the last.
    func commits(
        _ count: Int, in repository: GitRepository, after parent: GitObjectID? = nil,
        text: String = "node", byteCount: Int = 0
    ) throws -> GitObjectID {
        var sha1 = SHA1()
        var parent = parent
        var generator = SeededGenerator(seed: 1)
        for index in 0..<count {
            var content = Array("\(text) \(index)\n".utf8)
            // Noise, which no compression makes smaller.
            for _ in 0..<byteCount { content.append(UInt8.random(in: 0...255, using: &generator)) }
            let blob = GitObjectID(.blob, content.span, &sha1)
            let tree = TreeImage.content(TreeImage.nodeFile, blob)
            let treeID = GitObjectID(.tree, tree.span, &sha1)
            var commit: [UInt8] = []
            CommitImage.appendStart(tree: treeID, parents: parent.map { [$0] } ?? [], to: &commit)
            CommitImage.appendPeople("A", "a@b", seconds: 1_700_000_000 + Int64(index), to: &commit)
            commit += Array("\(text)\n".utf8)
            try repository.write(GitObject(.blob, content))
            try repository.write(GitObject(.tree, tree))
            try repository.write(GitObject(.commit, commit))
            parent = GitObjectID(.commit, commit.span, &sha1)
        }
        return try #require(parent)
    }

    /// Git finds nothing wrong in a repository.
    func expectSound(
        _ repository: GitRepository, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = try GitServers.run(
            "/usr/bin/git", ["-C", repository.path, "fsck", "--strict", "--no-dangling"])
        #expect(text.isEmpty, sourceLocation: sourceLocation)
    }

    func remote(_ url: String) throws -> GitRemote {
        try GitRemote(url, in: here, authentication)
    }

    // MARK: Servers

    /// The address of the repository `there.git`, whose server is started.
    func url(_ transport: Transport) throws -> String {
        let url = try transport.url(servers)
        if transport == .ssh { useKey("user") }
        return url
    }

    /// Starts sshd, and returns its port.
    func secureShell(knownKey: String = "host") throws -> Int {
        let port = try servers.secureShell(knownKey: knownKey)
        useKey("user")
        return port
    }

    /// Lets ssh use a key, and nothing of the user's.
    func useKey(_ name: String) {
        authentication.sshCommand = servers.sshCommand(key: name)
    }
}

/// The error of a call that is to fail.
func failure(_ body: () throws -> Void) -> RedoError? {
    do {
        try body()
        return nil
    } catch {
        return error as? RedoError
    }
}
