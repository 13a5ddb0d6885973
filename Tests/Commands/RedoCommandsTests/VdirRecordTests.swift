import RedoJSON
import RedoSystem
import Testing

@testable import RedoCommandParts
@testable import RedoExchangeCommands

/// The record of a folder of calendars.
@Suite struct VdirRecordTests {
    private static let entries = ["a.ics", "ä.ics"].enumerated().map { number, name in
        var details = VdirRecord.Details()
        details.digest = "d\(number)"
        details.heads = ["sha256:1", "sha256:2"]
        details.ours = ["title": "x"]
        details.excuse = number == 0 ? nil : "two"
        return VdirRecord.Entry(
            name: name,
            signature: FileStatus.Signature(
                modified: Int64(number) - 5, changed: 7, size: 9, inode: .max), details: details)
    }
    private let bytes = VdirRecord.bytes(
        Self.entries, stamp: Array(repeating: 3, count: 32), written: 1 << 40)

    @Test func aRecordComesBack() throws {
        let record = try #require(VdirRecord(bytes))
        #expect(record.names == ["a.ics", "ä.ics"] && record.written == 1 << 40)
        #expect(record.stamp == Array(repeating: 3, count: 32))
        for (number, entry) in Self.entries.enumerated() {
            let read = record.entry(number)
            #expect(read.signature == entry.signature && read.details == entry.details)
        }
    }

    @Test func aRecordWithAnyFaultIsNone() {
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1
            #expect(VdirRecord(damaged) == nil, "\(place)")
        }
        for count in 0..<bytes.count { #expect(VdirRecord(Array(bytes.prefix(count))) == nil) }
    }
}

/// Circles among tasks of a file.
@Suite struct DependencyCirclesTests {
    @Test func theEdgeThatClosesACircleIsFound() {
        #expect(
            DependencyCircles.closingEdges([0: [1], 1: [2], 2: [0, nil]], count: 3) == [2: [0]])
        #expect(DependencyCircles.closingEdges([0: [0]], count: 1) == [0: [0]])
        #expect(DependencyCircles.closingEdges([0: [1, 2], 1: [2]], count: 3).isEmpty)
        #expect(DependencyCircles.closingEdges([1: [0], 0: [1]], count: 2) == [1: [0]])
    }

    @Test func aLongChainIsNoCircle() {
        let count = 100_000
        let chain = Dictionary(uniqueKeysWithValues: (1..<count).map { ($0, [Optional($0 - 1)]) })
        #expect(DependencyCircles.closingEdges(chain, count: count).isEmpty)
    }
}
