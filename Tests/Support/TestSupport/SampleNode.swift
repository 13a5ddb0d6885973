import Foundation
import RedoJSON
import Synchronization

/// A node that a test makes itself: unsigned, in the fields dialect, valid unless it is changed.
package struct SampleNode {
    package var action: String
    package var task: String?
    package var parents: [String]
    package var lamport: Int
    package var wall: String
    package var device: String
    package var user: String
    package var name: String?
    package var fields: JSONValue

    package init(
        action: String = "CREATE", task: String? = SampleNode.task(1), parents: [String] = [],
        lamport: Int = 1, wall: String = "2025-01-01T08:00:00.000Z", device: String = "phone",
        user: String = "00112233445566778899aabbccddeeff", name: String? = nil,
        fields: JSONValue = ["title": "Water the plants"]
    ) {
        self.action = action
        self.task = task
        self.parents = parents
        self.lamport = lamport
        self.wall = wall
        self.device = device
        self.user = user
        self.name = name
        self.fields = fields
    }

    /// A task id that a test can recognise.
    package static func task(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
            + digits
    }

    /// The node with or without its id, in canonical spelling.
    package func text(id: String? = nil) -> String {
        var author: [JSONMember] = [
            JSONMember("deviceId", .string(JSONString(device))),
            JSONMember("userId", .string(JSONString(user))),
        ]
        if let name { author.append(JSONMember("name", .string(JSONString(name)))) }
        var members: [JSONMember] = [
            JSONMember("action", .string(JSONString(action))),
            JSONMember("author", .object(author)),
            JSONMember("data", ["fields": fields]),
            JSONMember("parents", .array(parents.map { .string(JSONString($0)) })),
            JSONMember(
                "timestamp",
                ["lamport": .number(Double(lamport)), "wall": .string(JSONString(wall))]),
            JSONMember("version", 1),
        ]
        if let task { members.append(JSONMember("taskId", .string(JSONString(task)))) }
        if let id { members.append(JSONMember("id", .string(JSONString(id)))) }
        return String(decoding: CanonicalJSON.bytes(.object(members)), as: UTF8.self)
    }
}

/// The ids that the executables gave to nodes, by their text: tests share many of them.
private let knownIDs = Mutex<[String: String]>([:])

extension CommandRunner {
    /// The id of each node.
    package func ids(of nodes: [SampleNode]) throws -> [String] {
        let texts = nodes.map { $0.text() }
        let unknown = knownIDs.withLock { known in texts.filter { known[$0] == nil } }
        if !unknown.isEmpty {
            let lines = try run(
                "redo-hash-object", ["--literally", "--batch"],
                input: Array(unknown.map { $0 + "\n" }.joined().utf8)
            ).lines
            knownIDs.withLock { known in
                for (text, id) in zip(unknown, lines) { known[text] = id }
            }
        }
        return knownIDs.withLock { known in texts.compactMap { known[$0] } }
    }

    /// The canonical line of each node, with its id.
    package func lines(of nodes: [SampleNode]) throws -> [String] {
        zip(nodes, try ids(of: nodes)).map { $0.text(id: $1) }
    }

    /// Puts nodes into the store, as the commands do.
    ///
    /// - Returns: their ids.
    @discardableResult
    package func store(_ nodes: SampleNode...) throws -> [String] { try store(nodes) }

    package func store(_ nodes: [SampleNode]) throws -> [String] {
        let ids = try ids(of: nodes)
        for (node, id) in zip(nodes, ids) {
            let file = URL(filePath: path(objectName(id)))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((node.text(id: id) + "\n").utf8).write(to: file)
        }
        return ids
    }

    /// A chain of an original CREATE and updates that follow one another.
    ///
    /// - Returns: the ids, the root first.
    package func storeChain(_ count: Int, task: String = SampleNode.task(1)) throws -> [String] {
        var ids: [String] = []
        for number in 1...count {
            var node = SampleNode(task: task, lamport: number)
            if let last = ids.last {
                node.action = "UPDATE"
                node.parents = [last]
                node.fields = ["title": .string(JSONString("title \(number)"))]
            }
            ids += try store(node)
        }
        return ids
    }

    /// A runner with an empty store and no key, which does not wait for the disk.
    package static func withEmptyStore(
        _ engine: any CommandEngine = ProcessEngine()
    ) throws -> CommandRunner {
        let runner = try CommandRunner(engine)
        try FileManager.default.createDirectory(
            atPath: runner.path(".redo/objects"), withIntermediateDirectories: true)
        try runner.write("[core]\n\tfsync = none\n".utf8, to: ".redo/config")
        return runner
    }

    package func contents(ofFile name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// Where the store keeps a node, below the runner's folder.
    package func objectName(_ id: String) -> String {
        let digits = id.dropFirst("sha256:".count)
        return ".redo/objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// The files of the store's nodes, below its `objects`.
    package func objectNames() throws -> [String] {
        try contents(of: ".redo/objects").keys.filter { $0.contains("/") }.sorted()
    }

    /// Temporary files in the store, below its folder.
    package func temporaryNames() throws -> [String] {
        try contents(of: ".redo").keys.filter { $0.contains("tmp") }.sorted()
    }

    /// Puts other bytes in the place of a node's.
    package func damage(_ id: String, _ change: (inout [UInt8]) -> Void) throws {
        let name = objectName(id)
        var bytes = try contents(ofFile: name)
        change(&bytes)
        try FileManager.default.removeItem(atPath: path(name))
        try write(bytes, to: name)
    }
}

/// The JSON value of each line.
package func jsonLines(_ outcome: CommandOutcome) throws -> [JSONValue] {
    try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
}
