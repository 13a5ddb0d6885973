import RedoModel
import SampleNodes
import TestSupport
import Testing

@testable import RedoStore

/// What tells whether a store has changed, without reading it.
@Suite struct FingerprintTests {
    private let temporary: TemporaryStore
    private let nodes: [Node]
    private var store: Store { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
        nodes = try Sample.chain(3)
    }

    private func admit(_ nodes: Node...) throws {
        let verdicts = try store.admit(nodes.map { .success($0) }, validator: NodeValidator())
        #expect(verdicts.allSatisfy { $0 == nil })
    }

    @Test func staysWhereNothingComes() throws {
        try admit(nodes[0])
        let before = try store.fingerprint()
        try admit(nodes[0])
        #expect(try store.fingerprint() == before)
    }

    @Test func isAnotherOneWithEachNode() throws {
        var seen = [try store.fingerprint()]
        for node in nodes {
            try admit(node)
            seen.append(try store.fingerprint())
        }
        #expect(Set(seen).count == 4)
    }

    @Test func isAnotherOneWhenASignatureComes() throws {
        try admit(try Sample.node(0, isSigned: false))
        let before = try store.fingerprint()
        try admit(nodes[0])
        #expect(nodes[0].isSigned)
        #expect(try store.fingerprint() != before)
    }

    @Test func isAnotherOneWithAPack() throws {
        try admit(nodes[0])
        let before = try store.fingerprint()
        try temporary.writePack(Array(nodes.dropFirst()))
        #expect(try store.fingerprint() != before)
    }
}
