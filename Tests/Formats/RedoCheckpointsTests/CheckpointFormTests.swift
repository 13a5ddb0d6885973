import Foundation
import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoCheckpoints

/// What is wrong with the files of a record, as a check of the store reads them.
@Suite struct CheckpointFormTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func place(_ name: String = "origin") -> ContainedDirectory {
        CheckpointRecord.directory(ofRemote: name, inStore: directory.path)
    }

    /// A record whose last statement lists packs with these ids.
    private func record(
        _ name: String = "origin", packs: [[Int]], nodeCount: Int
    ) throws -> CheckpointRecord {
        var record = CheckpointRecord(in: place(name))
        let names = packs.indices.map { Samples.digest($0 + 1) }
        let sample = try Samples.statement(1).statement
        let statement = Statement(
            slot: Samples.slot, key: sample.key, nonce: sample.nonce, sequence: 1, previous: nil,
            packs: names.map { Statement.ListedPack(name: $0, byteCount: 1, pieces: [$0]) },
            heads: (sample.headCount, sample.headsRoot), nodeCount: nodeCount, seen: [],
            retired: [], time: sample.time)
        let signed = try SignedStatement(statement, signedBy: Samples.signer)
        record.own = CheckpointRecord.Own(
            of: sample.key, nonce: Samples.nonce, identity: try record.identity())
        record.own?.last = (signed, "version")
        try record.save()
        for (pack, ids) in zip(names, packs) {
            try record.keep(links(ids), of: pack)
        }
        return CheckpointRecord(in: place(name))
    }

    private func links(_ numbers: [Int]) -> NodeLinks {
        NodeLinks(of: numbers.map { (Sample.id($0), []) })
    }

    private func bytes() throws -> [UInt8] { try Files.read(place().file("state")) }

    @Test func aSoundRecordHasNoFault() throws {
        let record = try record(packs: [[1, 2], [2, 3]], nodeCount: 3)
        #expect(CheckpointRecord.fault(in: try bytes()) == nil)
        #expect(record.faults(beside: [place("stick")]).isEmpty)
    }

    @Test func eachPartOfARecordIsRead() throws {
        _ = try record(packs: [[1]], nodeCount: 1)
        let whole = try bytes()
        let text = String(decoding: whole, as: UTF8.self)
        for (old, new) in [
            ("\"slot\":\"", "\"slot\":\"x"), ("\"version\":", "\"verzion\":"),
            ("\"seen\":[", "\"seen\":[1"), ("\"findings\":[", "\"findings\":[{}"),
            ("\"listed\":[", "\"listed\":[\"x\""), ("\\n", "\\n0"), ("{", "{ "), ("}\n", "}"),
        ] {
            let changed = text.replacingOccurrences(of: old, with: new)
            #expect(
                changed != text && CheckpointRecord.fault(in: Array(changed.utf8)) != nil, "\(new)")
        }
        for garbage in ["", "garbage", "[]\n", "1\n"] {
            #expect(CheckpointRecord.fault(in: Array(garbage.utf8)) != nil)
        }
    }

    /// A slot that an earlier version has drawn has no nonce. The store draws a new one, so nothing has to be put right.
    @Test func theSlotOfAnEarlierVersionIsNoFault() throws {
        _ = try record(packs: [[1]], nodeCount: 1)
        let text = String(decoding: try bytes(), as: UTF8.self)
        let nonce = #""nonce":"\#(Samples.nonce.hexadecimal)","#
        let earlier = text.replacingOccurrences(of: nonce, with: "")
        #expect(earlier.utf8.count == text.utf8.count - nonce.utf8.count)
        #expect(CheckpointRecord.fault(in: Array(earlier.utf8)) == nil)
        try Data(earlier.utf8).write(to: URL(filePath: place().file("state")))
        #expect(CheckpointRecord(in: place()).own == nil)
    }

    @Test func theListsHaveTheNodesOfTheStatement() throws {
        let few = try record(packs: [[1, 2], [2, 3]], nodeCount: 4).faults(beside: [])
        #expect(few.count == 1 && few[0].file == nil && !few[0].isNote)
        try ContainedDirectory(place().path, depth: 2).directory("ids").removeTree()
        let missing = CheckpointRecord(in: place()).faults(beside: [])
        #expect(missing.count == 2 && missing.allSatisfy { $0.isNote && $0.file != nil })
    }

    @Test func aListThatNoStatementListsIsANote() throws {
        let record = try record(packs: [[1]], nodeCount: 1)
        try record.keep(links([9]), of: Samples.digest(99))
        let faults = record.faults(beside: [])
        #expect(faults.map(\.file) == ["ids/\(Samples.digest(99).hexadecimal)"])
        #expect(faults.map(\.isNote) == [true])
    }

    @Test func theRecordOfAnotherRemoteIsTold() throws {
        _ = try record(packs: [[1]], nodeCount: 1)
        _ = try record("stick", packs: [[1]], nodeCount: 1)
        let path = place("stick").file("state")
        try Files.remove(path)
        try Data(try bytes()).write(to: URL(filePath: path))
        let faults = CheckpointRecord(in: place("stick")).faults(beside: [place()])
        #expect(faults.map(\.reason) == ["it is the record of the remote origin"])
        #expect(CheckpointRecord(in: place()).faults(beside: [place("stick")]).isEmpty)
    }

    @Test func aListThatIsCutOffIsToldFromADamagedOne() throws {
        let bytes = NodeIDList.bytes(of: links([1, 2, 3, 4]), in: Samples.digest(1))
        #expect(NodeIDList.fault(in: bytes, of: Samples.digest(1)) == nil)
        for count in 0..<bytes.count {
            #expect(
                NodeIDList.fault(in: Array(bytes.prefix(count)), of: Samples.digest(1)) == .cutOff,
                "\(count) bytes")
        }
        for place in bytes.indices {
            var flipped = bytes
            flipped[place] ^= 0x40
            // The last digit of the version, and the number of ids.
            let expected: NodeIDList.Fault =
                place == 7 ? .otherVersion : (8..<16).contains(place) ? .cutOff : .damaged
            #expect(
                NodeIDList.fault(in: flipped, of: Samples.digest(1)) == expected, "byte \(place)")
        }
        #expect(NodeIDList.fault(in: Array("garbage".utf8), of: Samples.digest(1)) == .damaged)
    }

    @Test func distinctNodesOfListsAreCounted() throws {
        func list(_ ids: [Int]) throws -> NodeIDList {
            let path = "\(directory.path)/list-\(ids.count)-\(ids.first ?? 0)"
            try Data(NodeIDList.bytes(of: links(ids), in: Samples.digest(1))).write(
                to: URL(filePath: path))
            return try #require(NodeIDList(reading: path, of: Samples.digest(1)))
        }
        #expect(NodeIDList.distinctCount([]) == 0)
        #expect(NodeIDList.distinctCount([try list([1, 2, 3])]) == 3)
        #expect(
            NodeIDList.distinctCount([try list([1, 2, 3]), try list([3, 4]), try list([])]) == 4)
        #expect(try list([1, 2]).isList(of: [1, 2].map(Sample.id).sorted()))
        #expect(try !list([1, 2]).isList(of: [Sample.id(1)]))
        #expect(try !list([1, 2]).isList(of: [1, 2, 3].map(Sample.id).sorted()))
    }
}
