import Foundation
import RedoJSON
import TestSupport
import Testing

/// A bare git repository, and devices that exchange nodes through it: each has a folder, a store and a
/// key of its own.
struct GitFixture {
    let place: CommandRunner
    /// For the folder that the remote is in.
    let servers: GitServers
    /// Where the remote is.
    var url: String { place.path("remote.git") }

    init() throws {
        place = try CommandRunner()
        servers = GitServers(place.directory.path)
        try makeRemote()
    }

    /// Makes the remote, or makes it anew.
    func makeRemote() throws {
        _ = try place.shell("rm -rf remote.git")
        let made = try place.run("/usr/bin/git", ["init", "-q", "--bare", "remote.git"])
        try #require(made.status == 0, "\(made)")
    }

    /// A device without a store.
    func runner(_ name: String) throws -> CommandRunner {
        var runner = try CommandRunner()
        runner.environment["REDO_DEVICE"] = name
        return runner
    }

    /// A device with an empty store, a key and the remote.
    ///
    /// - Parameter url: of the remote, unless it is reached by its path.
    func device(
        _ name: String, url: String? = nil, _ environment: [String: String] = [:]
    ) throws -> TaskStore {
        let device = try storeWithoutRemote(name, environment)
        try device.expect(["remote", "add", "origin", url ?? self.url])
        return device
    }

    /// A device with an empty store and a key.
    func storeWithoutRemote(
        _ name: String, _ environment: [String: String] = [:]
    ) throws -> TaskStore {
        var runner = try CommandRunner.withStore()
        runner.environment["REDO_DEVICE"] = name
        runner.environment.merge(environment) { $1 }
        try runner.write("[core]\n\tfsync = none\n".utf8, to: ".redo/config")
        return TaskStore(runner)
    }

    /// What devices need to reach the remote, and its address: servers are started.
    ///
    /// The web server asks for a name and a password, which a credential helper has.
    func reach(_ transport: Transport) throws -> (url: String, environment: [String: String]) {
        guard transport == .http else {
            let url = try transport.url(of: "remote.git", servers)
            return (url, transport == .ssh ? ["GIT_SSH_COMMAND": servers.sshCommand()] : [:])
        }
        let port = try servers.web("--user", "ana", "--password", Self.password).port
        try git("config", "http.receivepack", "true")
        let helper = """
            #!/bin/sh
            if [ "$1" = get ]; then echo username=ana; echo 'password=\(Self.password)'; fi

            """
        let script = try place.writeProgram(helper, to: "helper")
        let configuration = "[credential]\n\thelper = \(script)\n"
        return (
            "http://127.0.0.1:\(port)/remote.git",
            ["GIT_CONFIG_GLOBAL": try place.write(configuration.utf8, to: "gitconfig")]
        )
    }

    static let password = "open sesame 4711"

    /// Lets two devices write, push and compact at the same time: the first compacts again and again, the other syncs.
    ///
    /// - Returns: what each command did.
    func compactWhileOthersPush(
        _ compacting: TaskStore, _ other: TaskStore
    ) throws -> [CommandOutcome] {
        let lines = [
            "redo push 2>&1 && redo remote compact 2>&1", "redo sync 2>&1",
        ]
        let outcomes = try Array(zip([compacting, other], lines)).concurrentMap { device, line in
            try (1...6).map { round in
                try device.runner.shell("redo add 'More \(round)' --draft >/dev/null && \(line)")
            }
        }
        return Array(outcomes.joined())
    }

    /// Writes nodes that a device signs.
    func write(_ numbers: ClosedRange<Int>, on device: TaskStore) throws {
        let nodes = numbers.map { SampleNode(task: SampleNode.task($0)) }
        // Signed by the key that is here: the author is another then.
        let user = try #require(
            try device.runner.contents(of: "home/.config/redo/keys").keys.first
        ).prefix(32)
        let key = try #require(
            try device.runner.shell("sed -n 's/^publicKey //p' home/.config/redo/keys/\(user).key")
                .lines.first)
        let author = "\"publicKey\":\"\(key)\",\"userId\":\"\(user)\""
        let text = nodes.map {
            $0.text().replacingOccurrences(
                of: "\"userId\":\"00112233445566778899aabbccddeeff\"", with: author) + "\n"
        }.joined()
        let outcome = try device.runner.run(
            "redo-hash-object", ["-w", "--sign", "--batch"], input: Array(text.utf8))
        try #require(outcome.status == 0, "\(outcome)")
    }

    /// Runs git in the remote, which must end well.
    @discardableResult
    func git(_ arguments: String...) throws -> [String] {
        let outcome = try place.run("/usr/bin/git", ["-C", "remote.git"] + arguments)
        try #require(outcome.status == 0, "\(arguments): \(outcome)")
        return outcome.lines
    }

    /// The references of the remote, by name.
    func references() throws -> [String: String] {
        var references: [String: String] = [:]
        for line in try git("for-each-ref", "--format=%(refname) %(objectname)") {
            let words = line.split(separator: " ").map(String.init)
            references[words[0]] = words[1]
        }
        return references
    }

    /// The references of slots.
    func slots(below prefix: String = "refs/redo/slots/") throws -> [String] {
        try references().keys.filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// Git finds nothing wrong in the remote, whose `HEAD` names a branch that is not there.
    func expectSound(
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let check = try place.shell("git -C remote.git fsck --strict --no-dangling 2>&1")
        let complaints = check.lines.filter { !$0.hasPrefix("notice: ") }
        #expect(
            check.status == 0 && complaints.isEmpty, "\(check) \(comment?.rawValue ?? "")",
            sourceLocation: sourceLocation)
    }

    /// The ids of the nodes that the remote has, as plain git and zstd get them out.
    func nodeIDs() throws -> Set<String> {
        let shown = try place.shell(
            """
            cd remote.git
            for slot in $(git for-each-ref --format='%(refname)' refs/redo/slots); do
                git ls-tree --object-only "$slot":data
            done | sort -u | while read -r piece; do git cat-file blob "$piece" | zstdcat; done
            """)
        return Set(
            try shown.lines.compactMap {
                try JSONDocument(Array($0.utf8)).root.value["id"]?.text
            })
    }

    /// Writes a mirror of a device's nodes into the remote.
    func mirror(_ device: TaskStore) throws {
        let mirrored = try device.run("mirror", ["--to", url])
        try #require(mirrored.status == 0, "\(mirrored)")
    }
}
