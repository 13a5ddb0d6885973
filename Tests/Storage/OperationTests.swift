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
        _ operations: [Operation], unrecorded: [(UInt8, Int64)] = [], in graph: LogGraph = empty
    ) -> OperationHistory {
        OperationHistory(
            records(operations),
            unrecorded: unrecorded.map { (id($0.0), Instant(milliseconds: $0.1)) }, in: graph)
    }

    /// Records with the numbers from 1 on, each with the latest time so far.
    private static func records(_ operations: [Operation]) -> [OperationRecord] {
        var latest = Instant(milliseconds: 0)
        return operations.enumerated().map { index, operation in
            latest = max(latest, operation.time)
            return OperationRecord(number: UInt64(index + 1), operation, latest: latest)
        }
    }

    private static let empty = LogGraph([NodeHeader]())

    /// The graph of nodes of which each follows some before it.
    private static func graph(_ nodes: [(UInt8, after: [UInt8])]) -> LogGraph {
        LogGraph(
            nodes.enumerated().map { index, node in
                NodeHeader(
                    id: id(node.0), parents: node.after.map(id),
                    timestamp: Timestamp(lamport: index + 1, wall: Instant(milliseconds: 0)),
                    action: .update, dialect: .fields, taskID: nil, isSigned: true)
            })
    }

    @Test func aRecordIsReadAsItWasWritten() throws {
        let kinds: [Operation.Kind] = [
            .change, .undo([]), .undo([Self.id(7), Self.id(8)]), .redo(41), .maintenance,
        ]
        for kind in kinds {
            for nodes in [[], [1], [1, 2]] as [[UInt8]] {
                for latest in [nil, Instant(milliseconds: 1_800_000_000_000)] {
                    let operation = try Self.operation(nodes, at: 1_763_294_400_000, kind)
                    let record = OperationRecord(number: 42, operation, latest: latest)
                    #expect(try OperationRecord(record.bytes, number: 42) == record)
                    #expect(record.bytes.last == 10)
                    #expect(try JSONDocument(record.bytes).root.value["checksum"] != nil)
                    #expect(record.latest == latest ?? operation.time)
                }
            }
        }
    }

    @Test func aRecordSaysItsCommandIfItKnowsIt() throws {
        let plain = try Self.operation([1], at: 1_763_294_400_000)
        let named = Operation(
            time: plain.time, user: plain.user, device: plain.device, nodes: plain.nodes,
            command: "category add")
        let bytes = OperationRecord(number: 1, named).bytes
        #expect(String(decoding: bytes, as: UTF8.self).contains(#","command":"category add","#))
        #expect(try OperationRecord(bytes, number: 1).operation == named)
        let other = OperationRecord(number: 1, plain).bytes
        #expect(try OperationRecord(other, number: 1).operation.command == nil)
        #expect(named != plain)
    }

    @Test func eachChangedByteOfARecordIsNoticed() throws {
        let record = OperationRecord(
            number: 7, try Self.operation([1, 2], at: 1_763_294_400_000, .undo([Self.id(3)])),
            latest: .latest)
        for index in record.bytes.indices {
            for change in [1, 0x20] as [UInt8] {
                var bytes = record.bytes
                bytes[index] ^= change
                #expect(throws: OperationRecord.Fault.self, "byte \(index)") {
                    try OperationRecord(bytes, number: 7)
                }
            }
            #expect(throws: OperationRecord.Fault.self, "\(index) bytes") {
                try OperationRecord(Array(record.bytes[..<index]), number: 7)
            }
        }
        #expect(throws: OperationRecord.Fault.otherNumber(7)) {
            try OperationRecord(record.bytes, number: 8)
        }
        #expect(throws: OperationRecord.Fault.checksum) {
            try OperationRecord(record.bytes + [10], number: 7)
        }
    }

    @Test(arguments: [
        "", "{}", "[]",
        #"{"checksum":"0000000000000000","device":1,"nodes":[],"number":1,"time":"2025-11-16T12:00:00.000Z","user":"x"}"#,
        #"{"checksum":"0000000000000000","device":"a","nodes":["sha256:1"],"number":1,"time":"2025-11-16T12:00:00.000Z","user":"00112233445566778899aabbccddeeff"}"#,
        #"{"checksum":"0000000000000000","device":"a","nodes":[],"number":1,"time":"noon","user":"00112233445566778899aabbccddeeff"}"#,
        #"{"checksum":"0000000000000000","device":"a","nodes":[],"redid":"1","number":1,"time":"2025-11-16T12:00:00.000Z","user":"00112233445566778899aabbccddeeff"}"#,
        #"{"checksum":"0000000000000000","device":"a","nodes":[],"number":1,"time":"2025-11-16T12:00:00.000Z","undid":{},"user":"00112233445566778899aabbccddeeff"}"#,
    ])
    func anythingElseIsNoRecord(_ text: String) {
        #expect(throws: OperationRecord.Fault.notARecord) {
            try OperationRecord(Array(text.utf8), number: 1)
        }
    }

    @Test func theLatestChangeComesFirst() throws {
        let history = Self.history(
            [try Self.operation([1], at: 1), try Self.operation([2, 3], at: 2)])
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
            try Self.operation([1], at: 1), try Self.operation([2], at: 2),
            try Self.operation([3], at: 3, .undo([Self.id(2)])),
        ]
        let history = Self.history(operations)
        let step = try #require(history.lastChange { _ in true })
        #expect(step.nodes == [Self.id(1)])
        #expect(step.passed == [Self.id(2), Self.id(3)])
        let last = try #require(history.lastUndo)
        #expect(last.nodes == [Self.id(3)] && last.kind == .redo(3))
        // What was brought back stands again.
        let again = Self.history(operations + [try Self.operation([4], at: 4, .redo(3))])
        #expect(again.lastChange { _ in true }?.nodes == [Self.id(2)])
        #expect(again.lastChange { _ in true }?.passed == [Self.id(3), Self.id(4)])
        #expect(again.lastUndo == nil)
    }

    @Test func aPartThatWasNotTakenBackStands() throws {
        let history = Self.history(
            [
                try Self.operation([1, 2], at: 1),
                try Self.operation([3], at: 2, .undo([Self.id(1)])),
            ])
        #expect(history.lastChange { _ in true }?.nodes == [Self.id(2)])
    }

    @Test func nodesWithoutARecordGoByTheirTimes() throws {
        let history = Self.history(
            [try Self.operation([1], at: 5)], unrecorded: [(2, 9), (3, 9), (4, 1)])
        #expect(history.lastChange { _ in true }.map { Set($0.nodes) } == [Self.id(2), Self.id(3)])
        #expect(history.lastChange { $0 == Self.id(4) }?.nodes == [Self.id(4)])
        // A record of the same moment is later.
        let tied = Self.history([try Self.operation([1], at: 5)], unrecorded: [(2, 5)])
        #expect(tied.lastChange { _ in true }?.nodes == [Self.id(1)])
    }

    /// The nodes of the steps that undo takes, one after the other, each of one node.
    private static func order(_ history: OperationHistory, _ count: UInt8) -> [UInt8] {
        var left = Set(1...count)
        var order: [UInt8] = []
        while let step = history.lastChange(where: { id in left.contains { Self.id($0) == id } }) {
            guard let number = left.first(where: { Self.id($0) == step.nodes[0] }) else { break }
            left.remove(number)
            order.append(number)
        }
        return order
    }

    @Test func recordsGoByTheirNumbersWhateverTheClockSaid() throws {
        let times: [Int64] = [700, 100, 900, 50]
        let operations = try times.enumerated().map {
            try Self.operation([UInt8($0.offset + 1)], at: $0.element)
        }
        #expect(Self.order(Self.history(operations), 4) == [4, 3, 2, 1])
    }

    @Test func aNodeWithoutARecordComesAfterWhatItFollows() throws {
        // The clock of 2 was an hour behind that of 1, which it follows; 3 follows 2.
        let graph = Self.graph([(1, []), (2, [1]), (3, [2])])
        let history = Self.history(
            [try Self.operation([1], at: 7_200_000), try Self.operation([3], at: 10)],
            unrecorded: [(2, 3_600_000)], in: graph)
        #expect(Self.order(history, 3) == [3, 2, 1])
        let last = Self.history(
            [try Self.operation([1], at: 7_200_000)], unrecorded: [(2, 3_600_000), (3, 5)],
            in: graph)
        #expect(Self.order(last, 3) == [3, 2, 1])
        // Its clock was ahead, and it comes before what follows it all the same.
        let ahead = Self.history(
            [try Self.operation([1], at: 1), try Self.operation([3], at: 3)],
            unrecorded: [(2, 9_000_000)], in: graph)
        #expect(Self.order(ahead, 3) == [3, 2, 1])
    }

    /// Where only the clock can decide, a node without a record is later if it is later than all records so far, also
    /// than those that maintenance has removed.
    @Test func aClockThatWasSetBackMakesNoOldNodeTheLatest() throws {
        let graph = Self.graph([(1, []), (2, []), (3, [])])
        let history = Self.history(
            [try Self.operation([1], at: 1000), try Self.operation([2], at: 10)],
            unrecorded: [(3, 500)], in: graph)
        #expect(Self.order(history, 3) == [2, 1, 3])
        let removed = OperationHistory(
            [
                OperationRecord(
                    number: 9, try Self.operation([2], at: 10), latest: Instant(milliseconds: 1000))
            ], unrecorded: [(Self.id(3), Instant(milliseconds: 1000))], in: graph)
        #expect(Self.order(removed, 3) == [2, 3])
    }
}
