import Foundation
import RedoExchange
import RedoReplica
import RedoSystem
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// A store that has a file of each kind: loose nodes and packs with caches, operations, remotes of every kind, a watch, what
/// was set aside, and what else commands note on a device. And what its commands answer.
final class WholeStore {
    let runner: CommandRunner
    private let servers: GitServers

    /// Below the folder of the runner.
    static let directory = "here/.redo"
    var path: String { runner.path(Self.directory) }
    /// Outside the store, on the same file system.
    var aside: String { runner.path("aside") }

    /// - Parameter losesANode: whether a node was damaged and is known to be lost. Then the store is small.
    init(losesANode: Bool) throws {
        var runner = try CommandRunner()
        runner.environment["room"] = runner.directory.path
        runner.environment["HOME"] = runner.path("home")
        runner.environment["REDO_EXEC_PATH"] = CommandRunner.executables.path
        self.runner = runner
        servers = GitServers(runner.directory.path)
        try shell("mkdir here aside stick safe calendar there home2")
        if losesANode { try makeSmall() } else { try makeLarge() }
    }

    @discardableResult
    private func shell(_ lines: String, extra: [String: String] = [:]) throws -> CommandOutcome {
        let outcome = try runner.shell("set -e\n\(lines)", extra: extra)
        try #require(outcome.status == 0, "\(lines): \(outcome)")
        return outcome
    }

    private func makeLarge() throws {
        try shell("git init -q --bare remote.git; git init -q --bare web.git")
        try shell("git -C web.git config http.receivepack true")
        let port = try servers.web().port
        try shell(
            """
            cd here
            redo init -q . && redo keygen --no-passphrase --name Test
            printf '[context "work"]\\n\\tquery = priority>=0\\n' >>.redo/config
            seq -f 'Task %g' 1050 | redo add - && redo gc -q --all && seq -f 'Another %g' 30 | redo add - && redo gc -q --all
            redo add 'Buy cake' --due 2025-11-16T11:58:00.000Z; redo add 'Eat cake'; redo add 'Bake a cake'
            redo edit 'Buy cake' -p 5; redo delete 'Bake a cake'; redo category add Home
            redo remote add origin $room/remote.git; redo remote add stick folder:$room/stick
            redo remote add web http://127.0.0.1:\(port)/web.git
            redo remote add --encrypt safe folder:$room/safe
            for remote in origin stick web safe; do redo sync $remote; done
            export HOME=$room/home2 REDO_DEVICE=other; cd ../there
            redo init -q . && redo keygen --no-passphrase --name Other
            redo remote add stick folder:$room/stick
            redo sync stick && redo add 'Call Ana' && redo edit 'Eat cake' -p 2 && redo sync stick
            export HOME=$room/home REDO_DEVICE=test-device; cd ../here
            redo edit 'Eat cake' -p 3
            redo sync stick
            redo config sync.claims origin
            redo claim 'Buy cake' --for 2h
            redo watch --since 0 --once >../watched
            redo vdir ../calendar
            redo context work
            redo remind --print --once
            """)
        try setAFileAside()
        try addAReplica()
        try shell(
            "cd here; redo list --all >../list; redo replay --hash; redo heads >../heads; redo status"
        )
    }

    private func makeSmall() throws {
        try shell(
            """
            cd here
            redo init -q . && redo keygen --no-passphrase --name Test
            redo add 'Buy cake'; redo add 'Eat cake'
            """)
        let node = try looseNames()[0]
        try shell("cd here/.redo/objects; rm -f \(node); echo garbage >\(node)")
        _ = try runner.shell("cd here; redo fsck --repair")
        try #require(FileManager.default.fileExists(atPath: "\(path)/lost"))
    }

    private func looseNames() throws -> [String] {
        try names().files.filter { $0.hasPrefix("objects/") && !$0.contains("pack") }
            .map { String($0.dropFirst("objects/".count)) }
    }

    /// A damaged file goes to the quarantine, and a good copy of its node comes.
    private func setAFileAside() throws {
        let node = try looseNames()[0]
        try shell(
            """
            cd here; redo export -o ../good
            rm -f .redo/objects/\(node); echo garbage >.redo/objects/\(node)
            redo import ../good; redo fsck
            """)
    }

    /// What is known of a replica in Firestore, without one.
    private func addAReplica() throws {
        try shell("cd here; redo remote add cloud 'firestore:demo?layout=nodes&uid=ana'")
        let url = try FirestoreURL("firestore:demo?layout=nodes&uid=ana")
        var record = ReplicaRecord(
            in: ReplicaRecord.directory(ofRemote: "cloud", inStore: path), of: url.description,
            authors: [])
        let ids = try shell("cd here; redo log --format=%H -n 40").lines.compactMap { NodeID($0) }
        try record.add(ids.dropFirst(3))
        try record.refuse(ids.prefix(3))
        try record.save()
        // As after an exchange.
        let store = try Store(
            opening: StoreLocation(path: path, origin: .named), userConfiguration: Configuration(),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        store.noteRecords(ofRemote: "cloud")
    }

    // MARK: What is there

    /// The names of all files and folders below the store, sorted.
    func names() throws -> (files: [String], directories: [String]) {
        var (files, directories): ([String], [String]) = ([], [])
        let all = FileManager.default.enumerator(atPath: path)
        for case let name as String in all ?? .init() {
            let isDirectory = all?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
            if isDirectory { directories.append(name) } else { files.append(name) }
        }
        return (files.sorted(), directories.sorted())
    }

    /// The digits of the ids of all packed nodes.
    func packedIDs() throws -> [String] {
        let loose = Set(try looseNames().map { $0.filter { $0 != "/" } })
        // Where a node is lost, the log says so.
        let log = try runner.run("redo-log", ["--format=%H"], in: "here")
        return log.text.split(separator: "\n")
            .map { String($0.dropFirst("sha256:".count)) }.filter { !loose.contains($0) }
    }

    // MARK: What commands say

    func check() throws -> CommandOutcome { try runner.run("redo-fsck", in: "here") }

    private static let questions = [
        "list --all --json", "list --json", "replay --hash", "log --format=%H", "heads",
        "status --json", "op log", "context",
    ]

    /// What all questions are answered, on a copy of the store, since an answer may write caches.
    func answers() throws -> String {
        let kept = runner.path("whole")
        try FileManager.default.moveItem(atPath: path, toPath: kept)
        defer {
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.moveItem(atPath: kept, toPath: path)
        }
        try shell("cp -a whole here/.redo")
        let remotes = ["origin", "stick", "web", "safe", "cloud"].map { "remote show \($0)" }
        let lines = (Self.questions + remotes).map { "redo \($0); echo \"status $?\"" }
        let text = try runner.shell("cd here; { \(lines.joined(separator: "; ")); } 2>&1").text
        // They are the date of a lock and the last line of a log, and without these they are not known.
        return text.replacing(#/"lastFetch":("[^"]*"|null)/#, with: "")
            .replacing(#/"lastSync":(null|\{([^{}]|\{[^{}]*\})*\})/#, with: "")
    }
}
