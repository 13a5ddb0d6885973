import Foundation
import RedoCrypto
import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoReplica

/// What is kept of a replica.
@Suite struct ReplicaRecordTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/firestore/origin" }

    init() throws { directory = try TemporaryDirectory() }

    private func id(_ number: UInt64) -> NodeID { NodeID(Digest(words: number, 0, 0, 1)) }

    private func record(_ replica: String = "a", authors: [String] = []) -> ReplicaRecord {
        ReplicaRecord(in: path, of: replica, authors: authors)
    }

    @Test func whatWasWrittenIsRead() throws {
        var record = record()
        #expect(record.nodes.isEmpty && record.cursor == .beginning)
        try record.add([id(1), id(2)])
        try record.add([id(2), id(3)])
        record.cursor = .scanning(
            after: .init(lamport: ["integerValue": "3"], name: "x/y"), since: "2025-01-01T00:00:00Z"
        )
        record.waiting = [id(7): [id(8), id(9)]]
        record.source = Digest(words: 1, 2, 3, 4)
        record.listsNodes = false
        record.recent = .init(cursor: .polling(from: "t", after: "a/b"), second: 17)
        try record.save()
        let other = self.record()
        #expect(other.nodes == [id(1), id(2), id(3)])
        #expect(other.cursor == record.cursor && other.waiting == record.waiting)
        #expect(other.source == record.source && !other.listsNodes)
        #expect(other.recent == record.recent)
        let lines = try String(contentsOfFile: path + "/nodes", encoding: .utf8)
        #expect(lines.hasPrefix("ids\n") && lines.split(separator: "\n").count == 4)
    }

    @Test(arguments: [
        FetchCursor.beginning, .scanning(after: nil, since: "t"),
        .polling(from: "2025-01-01T00:00:00.123Z", after: nil), .polling(from: "t", after: "a/b"),
    ])
    func placesAreKept(_ cursor: FetchCursor) {
        #expect(FetchCursor(cursor.json) == cursor)
    }

    @Test func anotherReplicaIsKnownNothingOf() throws {
        var record = record()
        try record.add([id(1)])
        try record.save()
        var other = self.record("b")
        #expect(other.nodes.isEmpty && other.cursor == .beginning)
        try other.add([id(2)])
        #expect(self.record("b").nodes == [id(2)])
        #expect(self.record("a").nodes.isEmpty)
    }

    @Test func otherAuthorsAreReadAnew() throws {
        var record = record()
        try record.add([id(1)])
        record.cursor = .polling(from: "t", after: nil)
        try record.save()
        let other = self.record(authors: ["x"])
        #expect(other.nodes == [id(1)] && other.cursor == .beginning)
    }

    private static func isCutOff(_ bytes: Data) -> Bool {
        if case .cutOff? = ReplicaRecord.fault(inList: [UInt8](bytes)) { return true }
        return false
    }

    /// Cut off anywhere, and written to again, the list has no id that was not there.
    @Test func aListThatWasCutOffHasNoOtherIds() throws {
        var record = record()
        try record.add([id(1), id(2), id(3)])
        let file = URL(filePath: path + "/nodes")
        let whole = try Data(contentsOf: file)
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: file)
            let isWhole = length >= 4 && (length - 4) % 72 == 0
            #expect(Self.isCutOff(whole.prefix(length)) != isWhole)
            var torn = self.record()
            #expect(torn.nodes.allSatisfy { [id(1), id(2), id(3)].contains($0) })
            #expect(torn.nodes.count == max(length - 4, 0) / 72)
            try torn.add([id(4), id(5)])
            // Where whole lines are left nothing tells.
            #expect(Self.isCutOff(try Data(contentsOf: file)) != isWhole)
            let again = self.record().nodes
            #expect(again.allSatisfy { (1...5).map(id).contains($0) } && again.contains(id(5)))
        }
    }

    @Test(arguments: [
        "", "x", "{}", "[1]", #"{"replica":"a","cursor":3,"waiting":[],"source":"q"}"#,
    ])
    func aStateThatIsNoneSaysNothing(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path + "/state"))
        let record = record()
        #expect(record.cursor == .beginning && record.waiting.isEmpty && record.source == nil)
    }

    @Test func replacedNodesAreTheOnlyOnes() throws {
        var record = record()
        try record.add([id(1), id(2)])
        try record.replaceNodes([id(2), id(3)])
        try record.add([id(4)])
        #expect(self.record().nodes == [id(2), id(3), id(4)])
    }

    /// A list that is longer than the parts in which it is read.
    @Test func aLongListIsRead() throws {
        var record = record()
        let ids = (0..<5000).map { id($0 &* 0x9E37_79B9_7F4A_7C15) }
        try record.add(ids[..<1234])
        try record.add(ids)
        #expect(self.record().nodes == IDSet(ids))
        #expect(try Data(contentsOf: URL(filePath: path + "/nodes")).count == 4 + 5000 * 72)
    }

    @Test func refusalsAreKeptUntilTheyMayBeOver() throws {
        var record = record()
        try record.refuse([id(1), id(2)])
        try record.refuse([id(2), id(3)])
        record.source = Digest(words: 1, 2, 3, 4)
        try record.save()
        #expect(self.record().refused == [id(1), id(2), id(3)])
        #expect(self.record("b").refused.isEmpty)
        // Another node says nothing of them; one of them that is there after all does.
        try record.add([id(4)])
        #expect(self.record().refused.count == 3 && self.record().source != nil)
        try record.add([id(2)])
        #expect(record.refused.isEmpty && self.record().refused.isEmpty)
        #expect(self.record().source == nil)
        try record.refuse([id(5)])
        #expect(self.record().refused == [id(5)])
    }
}
