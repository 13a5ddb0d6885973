import Glibc
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Links that take the place of a store's folders while a command runs in it: nothing is written, moved or
/// removed where they lead.
@Suite struct LateLinkTests {
    private let temporary: TemporaryStore
    private let outside: TemporaryDirectory
    private var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        outside = try TemporaryDirectory()
        try Files.replace(
            Path.join(outside.path, "file"), with: Array("kept".utf8).span, mode: 0o644)
    }

    /// Puts a link to a folder elsewhere in the place of a folder of the store.
    private func link(_ name: String) throws {
        let path = "\(store.path)/\(name)"
        try Files.removeTree(path)
        try #require(symlink(outside.path, path) == 0)
    }

    private func expectUntouched() throws {
        #expect(try Files.names(in: outside.path) == ["file"])
        #expect(try Files.read(Path.join(outside.path, "file")) == Array("kept".utf8))
    }

    @Test func aNodeIsNotWrittenThroughTheLinkOfItsFolder() throws {
        let node = try Sample.chain(1)[0]
        try link("objects/\(node.id.digest.hexadecimal.prefix(2))")
        #expect(throws: RedoError.self) { try temporary.admit([node]) }
        try expectUntouched()
    }

    @Test func aPackIsNotWrittenThroughALink() throws {
        let chain = try Sample.chain(120)
        try link("objects/pack")
        #expect(throws: RedoError.self) { try temporary.admit(chain) }
        try expectUntouched()
    }

    @Test func nothingIsWrittenWhereObjectsLead() throws {
        let chain = try Sample.chain(3)
        try link("objects")
        #expect(throws: RedoError.self) { try temporary.admit(chain) }
        #expect(throws: RedoError.self) { try temporary.admit(try Sample.chain(120)) }
        try expectUntouched()
    }

    @Test func damageIsNotMovedThroughALink() throws {
        let chain = try Sample.chain(2)
        try temporary.admit(chain)
        try temporary.overwrite(chain[1], with: "no node".utf8)
        try link("quarantine")
        #expect(throws: RedoError.self) { try store.repair() }
        #expect(throws: RedoError.self) { try temporary.admit([chain[1]]) }
        try expectUntouched()
        // It is where it was.
        #expect(try Files.read(temporary.file(chain[1])) == Array("no node".utf8))
    }

    @Test func operationsAreNotWrittenThroughALink() throws {
        let operation = Operation(
            time: .latest, user: try Sample.chain(1)[0].author.userID, device: "d", nodes: [],
            kind: .change)
        try link("operations")
        #expect(throws: SystemError.self) { try store.record(operation) }
        try expectUntouched()
    }
}
