import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-cat-node` of one node.
@Suite struct CatNodeTests {
    private let runner: CommandRunner
    private let line: [UInt8]
    private let node: JSONValue
    private let id: String

    /// A signed node.
    init() throws {
        runner = try CommandRunner.withEmptyStore()
        line = try Fixtures.lines("vectors/logs/01-create-and-first-todo/nodes.jsonl")[0]
        node = try JSONDocument(line).root.value
        id = try #require(node["id"]?.string).description
        _ = try runner.run("redo-import", input: line)
    }

    private func cat(_ arguments: String...) throws -> CommandOutcome {
        let outcome = try runner.run("redo-cat-node", arguments)
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        return outcome
    }

    @Test func aCheckCanBeAnObject() throws {
        func check(_ arguments: String..., names: String) throws -> CommandOutcome {
            try runner.run("redo-cat-node", arguments, input: Array(names.utf8))
        }
        let usual = try check("--batch-check", "--json", names: "\(id)\nff00ff00\n")
        let size = canonical.count
        #expect(
            usual.text == #"{"action":"CREATE","id":"\#(id)","size":\#(size)}"# + "\n"
                + #"{"error":"missing","name":"ff00ff00"}"# + "\n")
        let format = "--format=%(lamport)%(field:nothing)"
        #expect(
            try check("--batch-check", "--json", format, "-z", names: "\(id)\0").text
                == #"{"field:nothing":null,"lamport":1}"# + "\0")
        #expect(try check("--batch", "--json", names: id).status == 129)
        #expect(try check("--json", id, names: "").status == 129)
    }

    private var canonical: [UInt8] { CanonicalJSON.bytes(node) }

    @Test func printsTheNodeAsOneCanonicalLine() throws {
        #expect(try cat(id).output == canonical + [10])
    }

    @Test(arguments: [71, 20, 11])
    func takesAPrefixOfTheIDToo(_ length: Int) throws {
        #expect(try cat(String(id.prefix(length))).output == canonical + [10])
        #expect(try cat(String(id.prefix(length).dropFirst(7))).output == canonical + [10])
    }

    @Test func printsTheActionTheSizeAndTheSignature() throws {
        #expect(try cat("-t", id).text == "CREATE\n")
        #expect(try cat("-s", id).text == "\(canonical.count)\n")
        #expect(
            try cat("--signature", id).text == "\(node["signature"]?.string?.description ?? "")\n")
    }

    @Test func printsTheBodyThatIsHashed() throws {
        guard case .object(let members) = node else { return }
        let body = members.filter { $0.name != "id" && $0.name != "signature" }
        #expect(try cat("--body", id).output == CanonicalJSON.bytes(.object(body)))
    }

    @Test func printsTheNodeIndented() throws {
        let text = try cat("-p", id).text
        #expect(text.hasPrefix("{\n  \"action\": \"CREATE\",\n  \"author\": {\n    \"deviceId\""))
        #expect(text.hasSuffix("\n}\n"))
        #expect(CanonicalJSON.bytes(try JSONDocument(Array(text.utf8)).root.value) == canonical)
    }

    @Test func saysByItsStatusWhetherANodeIsThere() throws {
        #expect(try cat("-e", id).output.isEmpty)
        let other = try runner.run(
            "redo-cat-node", ["-e", "sha256:" + String(repeating: "0", count: 64)])
        #expect(other.status == 1)
        #expect(other.output.isEmpty && other.error.isEmpty)
        try runner.damage(id) { $0[30] ^= 1 }
        let damaged = try runner.run("redo-cat-node", ["-e", id])
        #expect(damaged.status == 1)
        #expect(damaged.output.isEmpty && damaged.error.isEmpty)
    }

    @Test func anUnsignedNodeHasNoSignatureToPrint() throws {
        let unsigned = try runner.store(SampleNode(task: SampleNode.task(2)))[0]
        let outcome = try runner.run("redo-cat-node", ["--signature", unsigned])
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    }

    @Test(arguments: ["0000", "sha256:0000", "abc", "", "sha256:", "nonsense", "CREATE"])
    func aNameThatMeansNothingIsAnError(_ name: String) throws {
        let outcome = try runner.run("redo-cat-node", [name])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix(
                "error: NAME_001: there is no node '\(name)'\nhint: a node ")
        )
    }

    @Test(arguments: [[], ["-t", "-s", "ID"], ["--batch", "ID"], ["-p"]])
    func wrongUsage(_ arguments: [String]) throws {
        let outcome = try runner.run(
            "redo-cat-node", arguments.map { $0 == "ID" ? id : $0 })
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
    }

    @Test func severalNodesArePrintedInTheirOrder() throws {
        let one = try runner.run("redo-cat-node", [id]).text
        let outcome = try runner.run("redo-cat-node", [id, id])
        #expect(outcome.status == 0)
        #expect(outcome.text == one + one)
    }

    @Test(arguments: ["", "-t", "-s", "-p", "--body", "--signature"])
    func aDamagedFileIsNamed(_ option: String) throws {
        try runner.damage(id) { $0[30] ^= 1 }
        let outcome = try runner.run("redo-cat-node", option.isEmpty ? [id] : [option, id])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_004: "))
        #expect(outcome.codedError.contains(runner.path(runner.objectName(id)) + " is damaged: "))
        #expect(outcome.codedError.contains("\nhint: 'redo verify --all' "))
    }
}
