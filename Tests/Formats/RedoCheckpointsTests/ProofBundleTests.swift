import RedoCrypto
import RedoModel
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoCheckpoints

/// Proofs in the process: what is read is what was written, and no byte of it can be another.
@Suite struct ProofBundleTests {
    private static let other = Samples.signer(9)

    /// Two nodes of a task whose head is one of three, covered by a statement that another key has seen.
    private func bundle() throws -> ProofBundle {
        let nodes = try Sample.chain(2)
        let ids = ([nodes[1].id] + [Sample.id(1), Sample.id(2)]).sorted()
        let index = try #require(ids.firstIndex(of: nodes[1].id))
        let leaves = ids.map(\.digest)
        let statement = try signed(
            Samples.signer, heads: (3, MerkleTree.root(of: leaves)), seen: [])
        let witness = try signed(
            Self.other, heads: (1, Samples.digest(7)),
            seen: [try #require(statement.mention)])
        let head = ProofBundle.Head(
            id: nodes[1].id, index: index, path: MerklePath.path(of: index, among: leaves))
        return ProofBundle(
            of: .task(Sample.task), nodes: nodes, heads: [head], statement, countersignedBy: witness
        )
    }

    private func signed(
        _ signer: Signer, in nonce: SlotNonce = Samples.nonce,
        heads: (count: Int, root: Digest), seen: [Statement.Mention]
    ) throws -> SignedStatement {
        try SignedStatement(
            Statement(
                slot: Slot(of: signer.publicKey, nonce: nonce), key: signer.publicKey,
                nonce: nonce, sequence: 1, previous: nil, packs: [], heads: heads,
                nodeCount: 3, seen: seen, retired: [], time: Sample.wall),
            signedBy: signer)
    }

    private func code(_ bytes: [UInt8]) -> ErrorCode? {
        do throws(ProofBundle.Fault) {
            _ = try ProofBundle(reading: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let bundle = try bundle()
        let read = try ProofBundle(reading: bundle.bytes)
        #expect(read.bytes == bundle.bytes)
        #expect(read.nodesOfSubject.map(\.id).sorted() == bundle.nodes.map(\.id).sorted())
        #expect(read.countersignature == bundle.countersignature)
    }

    /// One bit of every byte, drawn at random.
    @Test func noByteCanBeAnother() throws {
        let seed = Seed()
        var generator = seed.generator
        let whole = try bundle().bytes
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            #expect(code(damaged) != nil, "byte \(place) \(seed.replay)")
        }
    }

    @Test func noByteCanBeMissing() throws {
        let whole = try bundle().bytes
        for place in stride(from: 0, to: whole.count, by: 37) {
            #expect(code(Array(whole[..<place])) == .proofMalformed)
            #expect(code(Array(whole[..<place] + whole[(place + 1)...])) != nil)
        }
    }

    @Test func whatIsTooLongIsNotParsed() {
        let bytes = [UInt8](repeating: 0x20, count: ProofBundle.maximumByteCount + 1)
        #expect(code(bytes) == .proofMalformed)
    }

    /// Each is written as a proof is, and proves nothing.
    @Test func proofsThatDoNotHoldAreRefused() throws {
        let whole = try bundle()
        func expect(
            _ code: ErrorCode, nodes: [Node]? = nil, heads: [ProofBundle.Head]? = nil,
            _ statement: SignedStatement? = nil, by witness: SignedStatement? = nil,
            of task: TaskID = Sample.task, location: SourceLocation = #_sourceLocation
        ) {
            let changed = ProofBundle(
                of: .task(task), nodes: nodes ?? whole.nodes, heads: heads ?? whole.heads,
                statement ?? whole.statement, countersignedBy: witness ?? whole.countersignature)
            #expect(self.code(changed.bytes) == code, sourceLocation: location)
        }
        let head = whole.heads[0]
        expect(.proofMalformed, of: Sample.otherTask)
        expect(.proofMalformed, nodes: whole.nodes + [whole.nodes[0]])
        expect(.proofMalformed, nodes: [])
        expect(.proofMalformed, heads: [head, head])
        expect(.proofChain, heads: [])
        expect(.proofChain, nodes: whole.nodes + [try Sample.node(9)])
        expect(.proofChain, nodes: whole.nodes.filter { $0.id != head.id })
        expect(.invalidSignature, nodes: [try Sample.node(9, isSigned: false)])
        expect(
            .proofPath,
            heads: [
                ProofBundle.Head(
                    id: head.id, index: head.index, path: Array(head.path.dropLast()))
            ])
        // A statement over another root, one of the same key, and one that has not seen it.
        let root = MerkleTree.root(of: [Samples.digest(1)])
        expect(
            .proofPath, try signed(Samples.signer, heads: (3, root), seen: []))
        let seen = [try #require(whole.statement.mention)]
        expect(
            .proofCountersignature,
            by: try signed(Samples.signer, in: Samples.otherNonce, heads: (1, root), seen: seen))
        expect(
            .proofCountersignature,
            by: try signed(Self.other, heads: (1, root), seen: []))
    }
}
