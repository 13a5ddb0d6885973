import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What maintenance removes: temporary files that were left behind, and nothing else.
@Suite struct StaleFileTests {
    let temporary: TemporaryStore
    let node: Node
    static let now = 2_000_000_000

    init() throws {
        temporary = try TemporaryStore()
        node = try Sample.node(1)
        try temporary.admit([node])
    }

    /// Makes a file in the objects folder.
    func makeFile(_ name: String, age: Int) throws {
        let path = "\(temporary.store.objects.root)/\(name)"
        try Data("part of a node".utf8).write(to: URL(filePath: path))
        let date = Date(timeIntervalSince1970: Double(Self.now - age))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    func names() throws -> Set<String> { Set(try Files.names(in: temporary.store.objects.root)) }

    @Test func onlyOldTemporaryFilesAreRemoved() throws {
        let old = Store.staleSeconds + 1
        try makeFile("tmp-old", age: old)
        try makeFile("tmp-other", age: 10 * old)
        try makeFile("tmp-young", age: Store.staleSeconds - 1)
        try makeFile("tmp-of-the-future", age: -old)
        try makeFile("notes", age: old)
        try makeFile("my-tmp-file", age: old)
        let before = try names()
        #expect(try temporary.store.removeStaleFiles(now: Self.now) == 2)
        #expect(try names() == before.subtracting(["tmp-old", "tmp-other"]))
    }

    /// Makes a file as it is before it gets its name, and one that has its name.
    private func makeFiles(in directory: String) throws {
        try Files.makeDirectories(directory)
        for (name, age) in [("state.0123.tmp", Store.staleSeconds + 1), ("state", 1 << 20)] {
            let path = "\(directory)/\(name)"
            try Data("a part".utf8).write(to: URL(filePath: path))
            let date = Date(timeIntervalSince1970: Double(Self.now - age))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
    }

    @Test func everyDirectoryCanHaveThem() throws {
        let directories =
            Store.directoryNames.map { $0.joined(separator: "/") } + [
                "checkpoints/origin", "checkpoints/origin/ids", "checkpoints/origin/claims",
                "checkpoints/origin/outgoing", "firestore/a", "firestore/a/any",
            ]
        for directory in directories { try makeFiles(in: "\(temporary.store.path)/\(directory)") }
        #expect(try temporary.store.removeStaleFiles(now: Self.now) == directories.count)
        for directory in directories {
            #expect(Files.isReadable("\(temporary.store.path)/\(directory)/state"), "\(directory)")
        }
    }

    @Test func whatALinkLeadsToStays() throws {
        let elsewhere = try TemporaryDirectory()
        try makeFiles(in: elsewhere.path)
        let remote = "\(temporary.store.path)/checkpoints/origin"
        try Files.makeDirectories(remote)
        try FileManager.default.createSymbolicLink(
            atPath: "\(remote)/claims", withDestinationPath: elsewhere.path)
        #expect(try temporary.store.removeStaleFiles(now: Self.now) == 0)
        #expect(Files.isReadable("\(elsewhere.path)/state.0123.tmp"))
    }

    @Test func aFolderThatIsCalledLikeOneStays() throws {
        let path = "\(temporary.store.objects.root)/tmp-folder"
        _ = try Files.makeDirectory(path)
        let later = Int(Date().timeIntervalSince1970) + 10 * Store.staleSeconds
        #expect(try temporary.store.removeStaleFiles(now: later) == 0)
        #expect(Files.isDirectory(path))
    }

    @Test func nodesStayHoweverOldTheyAre() throws {
        let later = Int(Date().timeIntervalSince1970) + 1000 * Store.staleSeconds
        #expect(try temporary.store.removeStaleFiles(now: later) == 0)
        #expect(try temporary.store.ids() == [node.id])
    }

    @Test func whatIsNoNodeIsCountedAsGarbage() throws {
        try makeFile("tmp-old", age: 0)
        try makeFile("notes", age: 0)
        let count = try temporary.store.objectCount()
        #expect(count.loose == 1)
        #expect(count.garbage == 2)
        #expect(count.looseBytes > 0 && count.garbageBytes > 0)
    }
}
