import Foundation
import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoGit

/// The file that says which commits are known.
@Suite struct CommitMapTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let map: CommitMap

    init() throws {
        directory = try TemporaryDirectory()
        path = "\(directory.path)/redo-map"
        var map = CommitMap()
        map.source = Digest(words: 1, 2, 3, 4)
        map.checkpoint = SampleCommit.id(9)
        map.add([
            CommitMap.Entry(commit: SampleCommit.id(9), node: nil),
            CommitMap.Entry(commit: SampleCommit.id(3), node: Sample.id(30)),
            CommitMap.Entry(commit: SampleCommit.id(5), node: Sample.id(50)),
            CommitMap.Entry(commit: SampleCommit.id(3), node: Sample.id(30)),
        ])
        self.map = map
        try map.write(to: ContainedFile(path))
    }

    @Test func isReadBack() throws {
        let read = try #require(CommitMap(reading: path))
        #expect(read.count == 3)
        #expect(read.source == map.source && read.checkpoint == map.checkpoint)
        #expect(read.entry(of: SampleCommit.id(3))?.node == Sample.id(30))
        #expect(
            read.contains(SampleCommit.id(9)) && read.entry(of: SampleCommit.id(9))?.node == nil)
        #expect(!read.contains(SampleCommit.id(4)) && !read.contains(SampleCommit.id(255)))
        #expect(Set(read.nodes) == [Sample.id(30), Sample.id(50)])
    }

    @Test func anEmptyOneIsReadBack() throws {
        try CommitMap().write(to: ContainedFile(path))
        let read = try #require(CommitMap(reading: path))
        #expect(read.count == 0 && read.source == nil && read.checkpoint == nil)
    }

    @Test func aMissingOneIsNone() {
        #expect(CommitMap(reading: path + "x") == nil)
        #expect(CommitMap(reading: directory.path) == nil)
    }

    @Test func noChangedByteAndNoCutPassesUnnoticed() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            try Data(changed).write(to: URL(filePath: path))
            #expect(CommitMap(reading: path) == nil, "byte \(place)")
            try Data(bytes.prefix(place)).write(to: URL(filePath: path))
            #expect(CommitMap(reading: path) == nil, "\(place) bytes")
        }
    }
}
