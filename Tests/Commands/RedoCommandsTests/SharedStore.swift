import Foundation
import RedoJSON
import Testing

/// A store that several people write to, each with a home and a key of their own, in the process of the tests.
struct SharedStore {
    let ann: CommandHarness
    let ben: CommandHarness
    let eve: CommandHarness

    init() throws {
        ann = try CommandHarness()
        ben = try Self.other("Ben", beside: ann)
        eve = try Self.other("Eve", beside: ann)
    }

    /// Another person with a key of their own, in the same store.
    static func other(_ name: String, beside harness: CommandHarness) throws -> CommandHarness {
        var other = harness
        let home = "\(harness.directory.path)/home-\(name)"
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true)
        other.variables["HOME"] = home
        other.variables["REDO_DEVICE"] = name
        try other.makeKey(of: name)
        return other
    }
}

extension CommandHarness {
    /// The userId of the key that signs.
    var user: String {
        get throws {
            let status = try JSONDocument(Array(try succeed("status", "--json").utf8)).root.value
            return try #require(status["userId"]?.string?.description)
        }
    }

    /// The public key that signs.
    var publicKey: String {
        get throws {
            let own = try user
            let node = try nodes().first { $0["author"]?["userId"]?.string?.description == own }
            return try #require(node?["author"]?["publicKey"]?.string?.description)
        }
    }

    /// Makes a person of the key that signs.
    ///
    /// - Returns: the person's id.
    func becomePerson(_ name: String) throws -> String {
        let outcome = try run(
            "commit-node", "CREATE_PERSON", "-f", "name=\(name)", "-f",
            "recovery=\(String(repeating: "0", count: 64))")
        try #require(outcome.status == 0, "\(outcome)")
        return try #require(outcome.lines.first)
    }

    /// Adds a task.
    ///
    /// - Returns: its id.
    func add(_ title: String, _ options: String...) throws -> String {
        let known = Set(try nodes().map(\.task))
        let outcome = try run(["add", title] + options)
        try #require(outcome.status == 0, "\(outcome)")
        return try #require(try nodes().map(\.task).first { !known.contains($0) } ?? nil)
    }

    /// All nodes of the log, in replay order.
    func nodes() throws -> [JSONValue] {
        try run("export").lines.map { try JSONDocument(Array($0.utf8)).root.value }
    }

    /// The lines of JSON that a command prints.
    func objects(_ words: String...) throws -> [JSONValue] {
        let outcome = try run(words)
        try #require(outcome.status == 0, "\(outcome)")
        return try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
    }

    /// The void nodes of the family `effective`, `<id> <code>` each.
    func voids() throws -> [String] { try run("replay", "--family", "effective", "--void").lines }

    /// Who has what of a task: `read <grantee>`, sorted.
    func grants(_ words: String...) throws -> [String] {
        let outcome = try run(["shares", "--json", "--all"] + words)
        try #require(outcome.status == 0, "\(outcome)")
        return try outcome.lines.flatMap { line in
            try JSONDocument(Array(line.utf8)).root.value.array("grants").map {
                "\($0["permission"]?.string?.description ?? "none") "
                    + "\($0["grantee"]?.string?.description ?? "")"
            }
        }.sorted()
    }

    /// Receives what another store has.
    func take(from other: CommandHarness) throws {
        let nodes = try other.run("export").text
        let outcome = try run(["import"], input: nodes)
        try #require(outcome.status == 0, "\(outcome)")
    }
}

extension JSONValue {
    var task: String? { self["taskId"]?.string?.description }
    var id: String? { self["id"]?.string?.description }

    func array(_ name: StaticString) -> [JSONValue] {
        guard case .array(let elements)? = self[name] else { return [] }
        return elements
    }
}
