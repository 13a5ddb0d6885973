import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Indexes without a pack: a command that was ended leaves one, and so does whoever loses a pack.
@Suite struct StrayIndexTests {
    let temporary: TemporaryStore
    let chain: [Node]
    let name: PackName
    var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(4)
        name = try temporary.writePack(chain)
    }

    @Test func thatOfALostPackIsFound() throws {
        try Files.remove(temporary.packPath(name))
        let findings = try store.check().findings
        #expect(findings.map(\.path) == [temporary.indexPath(name)])
        let remaining = try #require(try store.repair()).remaining
        #expect(remaining.map(\.detail).sorted() == chain.map { "\($0.id) is lost" }.sorted())
        #expect(try store.lostNodes() == chain.map(\.id).sorted())
        #expect(try temporary.packFileNames().isEmpty)
        #expect(try Files.names(in: store.quarantinePath).count == 2)
    }

    /// A gc was ended while it removed what it had packed again.
    @Test func thatOfAPackWhoseNodesAreInAnotherIsLeftAlone() throws {
        try temporary.writePack(chain + [try Sample.node(9)])
        try Files.remove(temporary.packPath(name))
        #expect(try store.check().findings.isEmpty)
        #expect(try store.repair()?.actions.isEmpty == true)
        #expect(try temporary.packFileNames().count == 3)
    }

    /// An import was ended, or is, before the pack got its name.
    @Test func thatOfAPackWithATemporaryNameIsLeftAlone() throws {
        try Files.rename(
            temporary.packPath(name), to: Path.join(store.packs.path, "tmp-0123.pack"))
        #expect(try store.check().findings.isEmpty)
        #expect(try store.repair()?.actions.isEmpty == true)
        #expect(try temporary.packFileNames().count == 2)
    }

    @Test func oneThatCannotBeReadIsFound() throws {
        try Files.remove(temporary.packPath(name))
        try temporary.replace(temporary.indexPath(name), with: [1, 2, 3])
        #expect(try store.check().findings.map(\.path) == [temporary.indexPath(name)])
    }
}
