import Foundation
import RedoJSON
import TestSupport

/// A node that a test makes itself: unsigned, in the fields dialect, valid unless it is changed.
struct SampleNode {
    var action = "CREATE"
    var task: String? = SampleNode.task(1)
    var parents: [String] = []
    var lamport = 1
    var wall = "2025-01-01T08:00:00.000Z"
    var device = "phone"
    var name: String?
    var fields: JSONValue = ["title": "Water the plants"]

    /// A task id that a test can recognise.
    static func task(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// The node with or without its id, in canonical spelling.
    func text(id: String? = nil) -> String {
        var author: [JSONMember] = [
            JSONMember("deviceId", .string(JSONString(device))),
            JSONMember("userId", "00112233445566778899aabbccddeeff"),
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

extension CommandRunner {
    /// The id of each node.
    func ids(of nodes: [SampleNode]) throws -> [String] {
        let input = nodes.map { $0.text() + "\n" }.joined()
        return try run(
            "redo-hash-object", ["--literally", "--batch"], input: Array(input.utf8)
        ).lines
    }

    /// The canonical line of each node, with its id.
    func lines(of nodes: [SampleNode]) throws -> [String] {
        zip(nodes, try ids(of: nodes)).map { $0.text(id: $1) }
    }

    /// Takes nodes into the store.
    ///
    /// - Returns: their ids.
    @discardableResult
    func store(_ nodes: SampleNode...) throws -> [String] {
        let ids = try ids(of: nodes)
        let input = zip(nodes, ids).map { $0.text(id: $1) + "\n" }.joined()
        let outcome = try run("redo-hash-object", ["-w", "--batch"], input: Array(input.utf8))
        return outcome.status == 0 ? outcome.lines : []
    }

    /// A chain of an original CREATE and updates that follow one another.
    ///
    /// - Returns: the ids, the root first.
    func storeChain(_ count: Int, task: String = SampleNode.task(1)) throws -> [String] {
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
    static func withEmptyStore() throws -> CommandRunner {
        let runner = try CommandRunner()
        _ = try runner.run("redo-init")
        try runner.append("[core]\n\tfsync = none\n", to: ".redo/config")
        return runner
    }

    func append(_ text: String, to name: String) throws {
        let bytes = try contents(ofFile: name) + Array(text.utf8)
        try write(bytes, to: name)
    }

    func contents(ofFile name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    /// Where the store keeps a node, below the runner's folder.
    func objectName(_ id: String) -> String {
        let digits = id.dropFirst("sha256:".count)
        return ".redo/objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// The files of the store's nodes, below its `objects`.
    func objectNames() throws -> [String] {
        try contents(of: ".redo/objects").keys.filter { $0.contains("/") }.sorted()
    }

    /// Temporary files in the store, below its folder.
    func temporaryNames() throws -> [String] {
        try contents(of: ".redo").keys.filter { $0.contains("tmp") }.sorted()
    }

    /// Puts other bytes in the place of a node's.
    func damage(_ id: String, _ change: (inout [UInt8]) -> Void) throws {
        let name = objectName(id)
        var bytes = try contents(ofFile: name)
        change(&bytes)
        try FileManager.default.removeItem(atPath: path(name))
        try write(bytes, to: name)
    }
}

/// The JSON value of each line.
func jsonLines(_ outcome: CommandOutcome) throws -> [JSONValue] {
    try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
}
