import RedoCrypto
import RedoModel
import TestSupport
import Testing

@testable import RedoReplica

/// A set of ids is a set.
@Suite struct IDSetTests {
    private func id(_ number: UInt64) -> NodeID {
        NodeID(Digest(words: number &* 0x9E37_79B9_7F4A_7C15, 0, 0, number))
    }

    @Test func itHoldsWhatASetHolds() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<50 {
            var ids = IDSet()
            var model: Set<NodeID> = []
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let batch = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    id(UInt64.random(in: 0..<300, using: &random))
                }
                let new = Set(batch).subtracting(model)
                #expect(ids.insert(batch) == new.sorted(), seed.replay)
                model.formUnion(batch)
                #expect(ids.count == model.count, seed.replay)
            }
            #expect(ids.sorted == model.sorted(), seed.replay)
            #expect((0..<300).allSatisfy { ids.contains(id($0)) == model.contains(id($0)) })
            #expect(ids == IDSet(Array(model) + Array(model)), seed.replay)
            #expect(ids.allSatisfy(model.contains), seed.replay)
            #expect(ids.isEmpty == model.isEmpty, seed.replay)
        }
    }

    @Test func setsDifferByWhatTheyHold() {
        #expect(IDSet() == [] && IDSet([id(1)]) != [] && IDSet([id(1)]) != [id(2)])
        #expect(IDSet([id(2), id(1), id(2)]).sorted == [id(1), id(2)].sorted())
    }
}
