import Foundation
import PowerCuts
import RedoStore
import RedoSystem
import TestSupport
import Testing

/// Commands that ran one after the other in a world, what they did to files, and what each of them had acknowledged
/// by ending with 0.
struct RecordedSession {
    /// What has to outlast every power cut from a moment on.
    struct Promise {
        /// How many operations there were when the command ended.
        let operationCount: Int
        let command: String
        /// The ids of the nodes of the store.
        let nodes: Set<String>
        /// The ids of the nodes of remotes, by the names of their folders.
        let pushed: [String: Set<String>]
        /// What else must be there, as it was then or as a later command left it, by path from the folder:
        /// configurations and keys.
        let files: [String: [UInt8]]
    }

    let disk: ModelDisk
    let operations: [FileOperation]
    /// In order; the first one is what was there before.
    let promises: [Promise]

    init(_ commands: [WritingCommand], in world: FaultWorld) throws {
        disk = try ModelDisk(world.directory)
        try OperationLog.make(world.logPath)
        var promises = [try Self.promise(world, 0, "", [:])]
        var pushed: [String: Set<String>] = [:]
        for command in commands {
            let outcome = try world.append(command, ["REDO_FAULT_DATA": "1"])
            try #require(outcome.status == 0, "\(command): \(outcome)")
            let count = try OperationLog(world.logPath).operations.count
            if ["push", "sync"].contains(command.name) {
                let directory = command.words.hasSuffix("stick") ? "stick" : "remote.git"
                pushed[directory] = Set(try world.store.lines("log", "--format=%H"))
            }
            promises.append(try Self.promise(world, count, "\(command)", pushed))
        }
        operations = try OperationLog(world.logPath).operations
        self.promises = promises
    }

    /// A session with other operations than those that were recorded.
    init(_ session: RecordedSession, _ operations: [FileOperation]) {
        disk = session.disk
        self.operations = operations
        promises = session.promises
    }

    /// Where the stores are, from the folder.
    static let store = "here/.redo"

    private static func promise(
        _ world: FaultWorld, _ count: Int, _ command: String, _ pushed: [String: Set<String>]
    ) throws -> Promise {
        var nodes: Set<String> = []
        if FileManager.default.fileExists(atPath: "\(world.directory)/\(store)/objects") {
            nodes = Set(try world.store.lines("log", "--format=%H"))
        }
        var files: [String: [UInt8]] = [:]
        for directory in [store, "home"] {
            let root = "\(world.directory)/\(directory)"
            for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init()
            where name == "config" || name.hasSuffix("/config") && !name.contains("git/")
                || name.hasSuffix(".key")
            {
                let data = try? Data(contentsOf: URL(filePath: "\(root)/\(name)"))
                files["\(directory)/\(name)"] = data.map { [UInt8]($0) }
            }
        }
        return Promise(
            operationCount: count, command: command, nodes: nodes, pushed: pushed, files: files)
    }

    /// What was acknowledged before an operation, and what may be there instead of its files.
    func promise(before operation: Int) -> (promise: Promise, later: ArraySlice<Promise>) {
        let place = promises.lastIndex { $0.operationCount <= operation } ?? 0
        return (promises[place], promises[place...])
    }
}
