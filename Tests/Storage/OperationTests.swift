import RedoCrypto
import RedoJSON
import RedoModel
import Testing

@testable import RedoStore

/// Records of what commands wrote, and which of it an undo takes back.
@Suite struct OperationTests {
    private static let user = UserID(text: Array("00112233445566778899aabbccddeeff".utf8).span)

    /// An id whose bytes are all one number.
    private static func id(_ number: UInt8) -> NodeID {
        NodeID(Digest(bytes: [UInt8](repeating: number, count: 32).span))
    }

    private static func operation(
        _ nodes: [UInt8], at time: Int64, _ kind: Operation.Kind = .change
    ) throws -> Operation {
        Operation(
            time: Instant(milliseconds: time), user: try #require(user), device: "laptop",
            nodes: nodes.map(id), kind: kind)
    }

    private static func history(
        _ operations: [(name: String, Operation)], unrecorded: [(UInt8, Int64)] = []
    ) throws -> OperationHistory {
        OperationHistory(
            operations.map { Store.RecordedOperation(name: $0.name, operation: $0.1) },
            unrecorded: unrecorded.map { (id($0.0), Instant(milliseconds: $0.1)) },
            user: try #require(user), device: "laptop")
    }

    @Test func aRecordIsReadAsItWasWritten() throws {
        let kinds: [Operation.Kind] = [
            .change, .undo([]), .undo([Self.id(7), Self.id(8)]), .redo("0001-abcd"),
            .maintenance,
        ]
        for kind in kinds {
            for nodes in [[], [1], [1, 2]] as [[UInt8]] {
                let operation = try Self.operation(nodes, at: 1_763_294_400_000, kind)
                #expect(Operation(CanonicalJSON.bytes(operation.json)) == operation)
            }
        }
    }

    @Test func aRecordSaysItsCommandIfItKnowsIt() throws {
        let plain = try Self.operation([1], at: 1_763_294_400_000)
        let named = Operation(
            time: plain.time, user: plain.user, device: plain.device, nodes: plain.nodes,
            command: "category add")
        let bytes = CanonicalJSON.bytes(named.json)
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(#"{"command":"category add","#))
        #expect(Operation(bytes) == named)
        #expect(Operation(CanonicalJSON.bytes(plain.json))?.command == nil)
        #expect(named != plain)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"device":1,"nodes":[],"time":"2025-11-16T12:00:00.000Z","user":"x"}"#,
        #"{"device":"a","nodes":["sha256:1"],"time":"2025-11-16T12:00:00.000Z","user":"00112233445566778899aabbccddeeff"}"#,
        #"{"device":"a","nodes":[],"time":"noon","user":"00112233445566778899aabbccddeeff"}"#,
        #"{"device":"a","nodes":[],"redid":1,"time":"2025-11-16T12:00:00.000Z","user":"00112233445566778899aabbccddeeff"}"#,
        #"{"device":"a","nodes":[],"time":"2025-11-16T12:00:00.000Z","undid":{},"user":"00112233445566778899aabbccddeeff"}"#,
    ])
    func anythingElseIsNoRecord(_ text: String) {
        #expect(Operation(Array(text.utf8)) == nil)
    }

    @Test func theLatestChangeComesFirst() throws {
        let history = try Self.history(
            [("a", Self.operation([1], at: 1)), ("b", Self.operation([2, 3], at: 2))])
        let step = try #require(history.lastChange { _ in true })
        #expect(step.nodes == [Self.id(2), Self.id(3)] && step.passed.isEmpty)
        #expect(step.kind == .undo(step.nodes))
        #expect(history.lastChange { $0 == Self.id(1) }?.nodes == [Self.id(1)])
        #expect(history.lastChange { $0 == Self.id(3) }?.nodes == [Self.id(3)])
        #expect(history.lastChange { _ in false } == nil)
        #expect(history.lastUndo == nil)
    }

    @Test func whatWasTakenBackIsPassedOver() throws {
        let operations = [
            ("a", try Self.operation([1], at: 1)), ("b", try Self.operation([2], at: 2)),
            ("c", try Self.operation([3], at: 3, .undo([Self.id(2)]))),
        ]
        let history = try Self.history(operations)
        let step = try #require(history.lastChange { _ in true })
        #expect(step.nodes == [Self.id(1)])
        #expect(step.passed == [Self.id(2), Self.id(3)])
        let last = try #require(history.lastUndo)
        #expect(last.nodes == [Self.id(3)] && last.kind == .redo("c"))
        // What was brought back stands again.
        let again = try Self.history(operations + [("d", Self.operation([4], at: 4, .redo("c")))])
        #expect(again.lastChange { _ in true }?.nodes == [Self.id(2)])
        #expect(again.lastChange { _ in true }?.passed == [Self.id(3), Self.id(4)])
        #expect(again.lastUndo == nil)
    }

    @Test func aPartThatWasNotTakenBackStands() throws {
        let history = try Self.history(
            [
                ("a", Self.operation([1, 2], at: 1)),
                ("b", Self.operation([3], at: 2, .undo([Self.id(1)]))),
            ])
        #expect(history.lastChange { _ in true }?.nodes == [Self.id(2)])
    }

    @Test func nodesWithoutARecordGoByTheirTimes() throws {
        let history = try Self.history(
            [("a", Self.operation([1], at: 5))], unrecorded: [(2, 9), (3, 9), (4, 1)])
        #expect(history.lastChange { _ in true }?.nodes == [Self.id(2), Self.id(3)])
        #expect(history.lastChange { $0 == Self.id(4) }?.nodes == [Self.id(4)])
        // A record of the same moment is later: it has a name.
        let tied = try Self.history([("a", Self.operation([1], at: 5))], unrecorded: [(2, 5)])
        #expect(tied.lastChange { _ in true }?.nodes == [Self.id(1)])
    }
}
