import RedoCrypto
import RedoSystem
import TestSupport
import Testing

@testable import RedoCheckpoints

/// What is noted of epoch files that are not kept.
@Suite struct UnkeptEpochsTests {
    private static let box = BoxPublicKey(checked: [UInt8](repeating: 7, count: 32))

    private func digests(_ numbers: ClosedRange<Int>) -> Set<Digest> {
        Set(numbers.map(Samples.digest))
    }

    private func sample() -> UnkeptEpochs {
        var unkept = UnkeptEpochs(box: Self.box, genesis: Samples.digest(1))
        unkept.refused = [
            Samples.digest(2): Samples.digest(2), Samples.digest(3): Samples.digest(13),
        ]
        unkept.unopened = [
            Samples.digest(4): Samples.digest(14), Samples.digest(5): Samples.digest(15),
        ]
        unkept.untried = [Samples.digest(9), Samples.digest(6)]
        return unkept
    }

    @Test func itIsReadBack() {
        let unkept = sample()
        #expect(UnkeptEpochs(unkept.bytes) == unkept)
        let bytes = unkept.bytes
        for index in bytes.indices where UnkeptEpochs(bytes.prefix(index) + []) != nil {
            Issue.record("its first \(index) bytes are read")
        }
        #expect(UnkeptEpochs([UInt8](" ".utf8) + bytes) == nil)
    }

    /// Whoever was listed first comes first, however many come later and whatever their names.
    @Test func whatWasListedFirstStaysFirst() {
        var unkept = sample()
        unkept.update(EpochListing(digests(1...20)), kept: [Samples.digest(1)])
        #expect(unkept.untried.prefix(2) == [Samples.digest(9), Samples.digest(6)])
        #expect(Set(unkept.untried) == digests(6...20) && unkept.untried.count == 15)
        let before = unkept
        unkept.update(EpochListing(digests(1...20)), kept: [Samples.digest(1)])
        #expect(unkept == before)
    }

    @Test func whatTheRemoteNoLongerHasIsForgotten() {
        var unkept = sample()
        unkept.update(EpochListing([], isWhole: false), kept: [])
        #expect(unkept == sample())
        unkept.update(EpochListing([Samples.digest(2)]), kept: [Samples.digest(4)])
        #expect(unkept.refused == [Samples.digest(2): Samples.digest(2)])
        #expect(unkept.unopened == [Samples.digest(4): Samples.digest(14)])
        #expect(unkept.untried.isEmpty)
    }

    /// Earlier versions kept every file that they read.
    @Test func whatIsNotAcceptedIsRemovedFromTheStore() throws {
        let directory = try TemporaryDirectory()
        let record = CheckpointRecord(ofRemote: "origin", inStore: directory.path)
        #expect(record.removeUnneededEpochs { _ in } == 0)
        let files = (UInt8(0)..<3).map { [$0, 1, 2] }
        let names = files.map { SHA256.digest($0.span) }
        for (name, file) in zip(names, files) { try record.keep(epoch: file, named: name) }
        var unkept = UnkeptEpochs(box: Self.box, genesis: Samples.digest(1))
        unkept.refused = [names[0]: names[0]]
        unkept.unopened = [names[1]: Samples.digest(1)]
        try record.save(unkept)
        var forgotten: [String] = []
        #expect(record.removeUnneededEpochs { forgotten.append($0) } == 2)
        #expect(forgotten == names.prefix(2).sorted().map { "epochs/\($0.hexadecimal)" })
        #expect(record.keptEpochs == [names[2]])
        #expect(record.epoch(names[2]) == files[2])
    }
}
