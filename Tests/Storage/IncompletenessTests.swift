import RedoModel
import SampleNodes
import Testing

@testable import RedoStore

/// What the answers of a process lack.
@Suite struct IncompletenessTests {
    private let incompleteness = Incompleteness()
    private let ids = (1...4).map { Sample.id($0) }

    @Test func aNodeCountsOnceAndAFileOfUnknownNodesAsOne() {
        #expect(incompleteness.count == 0)
        incompleteness.note(faulty: [ids[0], ids[1]])
        #expect(incompleteness.count == 2)
        // One of them is known to be lost as well.
        incompleteness.note(lost: [ids[1], ids[2]])
        #expect(incompleteness.count == 3)
        incompleteness.note(file: "objects/pack/a.idx")
        incompleteness.note(file: "objects/pack/b.idx")
        incompleteness.note(file: "objects/pack/a.idx")
        #expect(incompleteness.count == 5)
        #expect(incompleteness.elsewhereCount == 0)
    }

    @Test func aWriterIsToldOfDamageElsewhereApart() {
        incompleteness.note(faulty: [ids[0], ids[1]])
        incompleteness.note(lost: [ids[2]])
        incompleteness.note(file: "objects/pack/a.idx")
        incompleteness.settleForWriting()
        #expect(incompleteness.count == 0)
        #expect(incompleteness.elsewhereCount == 2)
        // What a later reading lacks counts again.
        incompleteness.note(faulty: [ids[3]])
        #expect(incompleteness.count == 1)
        incompleteness.settleForWriting()
        #expect(incompleteness.elsewhereCount == 3)
    }

    @Test func everythingIsForgotten() {
        incompleteness.note(faulty: [ids[0]])
        incompleteness.settleForWriting()
        incompleteness.note(faulty: [ids[1]])
        incompleteness.note(lost: [ids[2]])
        incompleteness.note(file: "objects/pack/a.idx")
        incompleteness.forget()
        #expect(incompleteness.count == 0)
        #expect(incompleteness.elsewhereCount == 0)
    }
}
