import RedoCrypto
import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Nodes that are read from a text with others, in which only the place of their line is known.
@Suite struct LineLayoutTests {
    private static func node(
        parentCount: Int, task: TaskID?, isSigned: Bool
    ) throws -> Node {
        let draft = Sample.draft(
            task == nil ? .createPerson : .update, .fields,
            parents: (0..<parentCount).map { Sample.id($0) },
            lamport: parentCount == 0 ? 1 : 12_345, task: task,
            fields: task == nil ? ["name": "P"] : ["title": "Water"])
        return isSigned
            ? try draft.node(signedBy: Sample.key(), validator: NodeValidator())
            : try draft.unsignedNode(validator: NodeValidator())
    }

    private static func layout(of node: Node, at line: Range<Int>) -> LineLayout {
        LineLayout(
            id: node.id, action: node.action, dialect: node.dialect,
            authorByteCount: CanonicalJSON.bytes(node.author.json).count,
            parentCount: node.parents.count, lamport: node.timestamp.lamport,
            hasTask: node.taskID != nil, isSigned: node.isSigned, line: line)
    }

    @Test(arguments: [0, 1, 2], [false, true])
    func aNodeAmongOthersIsWhatItIsAlone(_ parentCount: Int, _ isSigned: Bool) throws {
        let before =
            try Self.node(parentCount: 1, task: Sample.task, isSigned: true)
            .canonicalBytes + [UInt8(ascii: "\n")]
        for task in [nil, Sample.task] {
            let node = try Self.node(parentCount: parentCount, task: task, isSigned: isSigned)
            let bytes = node.canonicalBytes
            let text = before + bytes + [UInt8(ascii: "\n")] + before
            let line = before.count..<before.count + bytes.count
            let read = try #require(
                Node(node.header, author: node.author, Self.layout(of: node, at: line), in: text))
            #expect(read.canonicalBytes == bytes)
            #expect(read.encoding.body == node.encoding.body)
            #expect((read.signature == nil) == !isSigned)
            #expect(read.signature?.bytes == node.signature?.bytes)
            #expect(
                read.encoding.lineByteCount(hasSignature: isSigned) == bytes.count)
        }
    }

    /// An index that is wrong about a line by a byte finds no node there.
    @Test(arguments: [false, true], [-1, 1])
    func aLineThatStandsElsewhereIsNotRead(_ isSigned: Bool, _ shift: Int) throws {
        let node = try Self.node(parentCount: 1, task: Sample.task, isSigned: isSigned)
        let bytes = node.canonicalBytes
        let text = [UInt8(ascii: "\n")] + bytes + [UInt8(ascii: "\n")]
        let line = 1 + shift..<1 + shift + bytes.count
        let layout = Self.layout(of: node, at: line)
        #expect(layout.payload(in: text.span) == nil)
    }
}
