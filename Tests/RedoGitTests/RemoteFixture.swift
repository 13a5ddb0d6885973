import Foundation
import RedoCrypto
import TestSupport
import Testing

@testable import RedoGit

/// Two repositories, and servers for the second.
final class RemoteFixture {
    let folder: TemporaryFolder
    let here: GitRepository
    let there: GitRepository
    private var servers: [ServerProcess] = []
    /// Neither the user's nor the system's configuration counts, and nobody is asked.
    var authentication = GitAuthentication(
        mayAsk: false,
        environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"])

    init() throws {
        folder = try TemporaryFolder()
        here = try GitRepository(making: "\(folder.path)/here.git", branch: "refs/heads/log")
        there = try GitRepository(making: "\(folder.path)/there.git", branch: "refs/heads/log")
        try configure("http.receivepack", "true", in: there)
    }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func configure(_ name: String, _ value: String, in repository: GitRepository) throws {
        try run("/usr/bin/git", ["-C", repository.path, "config", name, value])
    }

    /// Runs a program, which must end well.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runWithoutMask()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments)")
        return String(decoding: text, as: UTF8.self)
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
        let text = try run(
            "/usr/bin/git", ["-C", repository.path, "fsck", "--strict", "--no-dangling"])
        #expect(text.isEmpty, sourceLocation: sourceLocation)
    }

    func remote(_ url: String) throws -> GitRemote {
        try GitRemote(url, in: here, authentication)
    }

    // MARK: Servers

    /// Starts a web server, and returns its port.
    func webServer(_ arguments: String...) throws -> ServerProcess {
        let server = try ServerProcess(
            script: "git_http.py", ["--root", folder.path] + arguments)
        servers.append(server)
        return server
    }

    func gitDaemon() throws -> Int {
        let path = folder.path
        let server = try ServerProcess("/usr/bin/git") { port in
            [
                "daemon", "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(path)",
                "--export-all", "--reuseaddr",
            ]
        }
        servers.append(server)
        return server.port
    }

    /// Starts a proxy before a port.
    func proxy(to port: Int, cutting side: String, after byteCount: Int) throws -> Int {
        let server = try ServerProcess(
            script: "cutting_proxy.py", ["\(port)", side, "\(byteCount)"])
        servers.append(server)
        return server.port
    }

    /// Starts sshd with a host key, and makes the user's key and known hosts.
    func secureShell(knownKey: String = "host") throws -> Int {
        for name in ["host", "other", "user", "stranger"] {
            try run(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path(name)])
        }
        // sshd wants it where root starts it.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        let configuration = """
            HostKey \(path("host"))
            AuthorizedKeysFile \(path("user.pub"))
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            ListenAddress 127.0.0.1

            """
        try Data(configuration.utf8).write(to: URL(filePath: path("sshd_config")))
        let file = path("sshd_config")
        let server = try ServerProcess("/usr/sbin/sshd") { port in
            ["-D", "-e", "-f", file, "-p", "\(port)"]
        }
        servers.append(server)
        if knownKey != "none" { try know(knownKey, at: server.port) }
        useKey("user")
        return server.port
    }

    /// Lets a host key be the one that is known for a port.
    func know(_ key: String, at port: Int) throws {
        let words = try String(contentsOfFile: path("\(key).pub"), encoding: .utf8).split(
            separator: " ")
        let line = "[127.0.0.1]:\(port) \(words[0]) \(words[1])\n"
        try Data(line.utf8).write(to: URL(filePath: path("known_hosts")))
    }

    /// Lets ssh use a key, and nothing of the user's.
    func useKey(_ name: String) {
        authentication.sshCommand =
            "ssh -F none -i \(path(name)) -o IdentitiesOnly=yes -o IdentityAgent=none"
            + " -o UserKnownHostsFile=\(path("known_hosts")) -o GlobalKnownHostsFile=/dev/null"
    }
}

/// The error of a call that is to fail.
func failure(_ body: () throws -> Void) -> GitError? {
    do {
        try body()
        return nil
    } catch {
        return error as? GitError
    }
}
