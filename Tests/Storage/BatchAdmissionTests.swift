import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Batches that are read twice instead of being kept.
@Suite struct BatchAdmissionTests {
    private static func unsigned(_ node: Node) throws -> Node {
        let text = String(decoding: node.canonicalBytes, as: UTF8.self)
        let mark = ",\"signature\":\""
        let parts = text.split(separator: mark)
        let rest = parts[1].drop { $0 != "\"" }.dropFirst()
        return try NodeValidator().read(Array("\(parts[0])\(rest)".utf8), signature: .unchecked)
    }

    /// - Returns: why nodes were refused, by their places.
    @discardableResult
    private static func admit(_ nodes: [Node], to store: Store) throws -> [Int: String] {
        let candidates = nodes.enumerated().map { Candidate($1, index: $0) }
        return try store.admit(candidates) { places in places.map { nodes[$0] } }
            .mapValues { "\($0)" }
    }

    private static func facts(_ temporary: TemporaryStore) throws -> [String] {
        let loose = try temporary.store.looseIDs().map { "loose \($0)" }
        let packed = try temporary.packFileNames().map { "pack \($0)" }
        let damaged = try temporary.quarantined().map { String(decoding: $0, as: UTF8.self) }
        return loose + packed + damaged.sorted()
            + (try temporary.lines().map { String(decoding: $0, as: UTF8.self) })
    }

    /// Batches of both sizes, with copies, with and without signatures, without parents, in any order, to a store that has
    /// some of the nodes, loose and packed, whole, unsigned and damaged.
    @Test func theOutcomeIsThatOfABatchInMemory() throws {
        let seed = Seed()
        var random = seed.generator
        var chains: [Node] = []
        for number in 0..<90 { chains += try Sample.chain(3, task: Sample.taskID(number)) }
        let unsigned = try chains.map(Self.unsigned)
        var counts: Set<Bool> = []
        var refusedCount = 0
        for round in 0..<24 {
            func part(_ share: Double) -> [Node] {
                zip(chains, unsigned).filter { _ in Double.random(in: 0..<1, using: &random) < share
                }
                .map { Bool.random(using: &random) ? $0 : $1 }
            }
            let share = round.isMultiple(of: 2) ? 0.3 : 0.95
            let batch = (part(share) + part(0.2)).shuffled(using: &random)
            let here = part(0.3)
            let packed = round % 3 == 0 ? [] : part(0.3).inReplayOrder
            let damaged = here.randomElement(using: &random)
            var facts: [[String]] = []
            var refusals: [[Int: String]] = []
            for isStreamed in [false, true] {
                let temporary = try TemporaryStore()
                if !packed.isEmpty { try temporary.writePack(packed) }
                try temporary.writeLoose(here)
                if let damaged { try temporary.overwrite(damaged, with: "{}\n".utf8) }
                if isStreamed {
                    refusals.append(try Self.admit(batch, to: temporary.store))
                } else {
                    let verdicts = try temporary.store.admit(
                        batch.map { .success($0) }, validator: NodeValidator())
                    refusals.append(
                        Dictionary(
                            uniqueKeysWithValues: verdicts.enumerated().compactMap {
                                place, rejection in
                                rejection.map { (place, "\($0)") }
                            }))
                }
                #expect(try temporary.temporaryFiles().isEmpty, seed.replay)
                facts.append(try Self.facts(temporary))
            }
            #expect(facts[0] == facts[1], seed.replay)
            #expect(refusals[0] == refusals[1], seed.replay)
            refusedCount += refusals[0].count
            counts.insert(facts[0].contains { $0.hasPrefix("pack") })
        }
        #expect(refusedCount > 0 && counts == [true, false], seed.replay)
    }

    /// Of copies each counts, since the total is that of the batch.
    @Test func progressIsToldUpToTheWholeBatch() throws {
        let temporary = try TemporaryStore()
        // More than are read again at once.
        let nodes = try (0..<1030).map { try Sample.node($0, isSigned: false) }
        let batch = nodes + [nodes[0]]
        let candidates = batch.enumerated().map { Candidate($1, index: $0) }
        var told: [Int] = []
        let refused = try temporary.store.admit(
            candidates,
            progress: { done, total in
                told.append(done)
                #expect(total == batch.count)
            },
            reading: { places in places.map { batch[$0] } })
        #expect(refused.isEmpty)
        #expect(told.count > 1 && told == told.sorted() && told.last == batch.count)
        #expect(try temporary.store.ids() == nodes.map(\.id).sorted())
    }

    /// What was verified is what is written, whatever becomes of the input in between.
    @Test(arguments: ["another node", "another signature", "no signature", "nothing"])
    func anInputThatChangesIsRefused(_ change: String) throws {
        let nodes = try Sample.chain(3)
        var later = nodes.map { Optional($0) }
        switch change {
        case "another node": later[1] = nodes[2]
        case "another signature": later[1] = try Sample.withForgedSignature(nodes[1])
        case "no signature": later[1] = try Self.unsigned(nodes[1])
        default: later[1] = nil
        }
        let temporary = try TemporaryStore()
        let candidates = nodes.enumerated().map { Candidate($1, index: $0) }
        let read = later
        #expect(throws: RedoError.self) {
            try temporary.store.admit(candidates) { places in places.map { read[$0] } }
        }
        #expect(try temporary.store.ids().isEmpty && temporary.packFileNames().isEmpty)
    }

    @Test func aSpooledTextIsReadAsItWasWritten() throws {
        let temporary = try TemporaryStore()
        let text = try SpooledText(in: temporary.store)
        #expect(try temporary.temporaryFiles().isEmpty)
        for number in 0..<100 {
            let line = Array("\(number)\n".utf8)
            try text.append(line.span)
        }
        let mapped = try text.mapped()
        let expected = (0..<100).map { "\($0)\n" }.joined()
        for _ in 0..<2 {
            let bytes = mapped.bytes.array
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
            mapped.forget(0..<mapped.count)
        }
    }
}
