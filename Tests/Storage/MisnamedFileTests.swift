import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// A file with the name of one node and the bytes of another: the name tells of no node.
@Suite struct MisnamedFileTests {
    let temporary: TemporaryStore
    let chain: [Node]
    var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(3)
        try temporary.admit(chain)
    }

    private func write(_ node: Node, as id: NodeID) throws {
        let path = store.objects.path(of: id)
        _ = try Files.makeDirectory(Path.parent(of: path))
        try temporary.replace(path, with: node.canonicalBytes + [10])
    }

    @Test func aCopyUnderAWrongNameInventsNoLostNode() throws {
        let wrong = Sample.id(77)
        try write(chain[1], as: wrong)
        let findings = try store.check().findings
        #expect(findings.map(\.detail) == ["the file holds the node \(chain[1].id)"])
        #expect(findings.map(\.code) == [.hashMismatch])
        #expect(try store.repair()?.remaining.isEmpty == true)
        #expect(try store.losses().isEmpty)
        #expect(try store.ids() == chain.map(\.id).sorted())
    }

    @Test func theOnlyCopyComesBackUnderItsOwnName() throws {
        try write(chain[2], as: Sample.id(77))
        try Files.remove(temporary.file(chain[2]))
        #expect(try store.repair()?.remaining.isEmpty == true)
        #expect(try store.ids() == chain.map(\.id).sorted())
        #expect(try store.losses().isEmpty)
    }

    /// Its children name it.
    @Test func aParentThatAnotherNodeTookThePlaceOfIsLost() throws {
        try write(chain[0], as: chain[1].id)
        _ = try store.repair()
        #expect(try store.lostNodes() == [chain[1].id])
    }

    /// Bytes that are no node leave the name as the only witness.
    @Test func aDamagedFileIsALostNode() throws {
        try temporary.overwrite(chain[2], with: "{".utf8)
        _ = try store.repair()
        #expect(try store.lostNodes() == [chain[2].id])
    }
}
