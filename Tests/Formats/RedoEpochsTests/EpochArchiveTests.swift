import RedoCrypto
import RedoModel
import TestSupport
import Testing

@testable import RedoEpochs

/// The epochs of a remote, as far as one key opens them.
@Suite struct EpochArchiveTests {
    private let founder = SampleKey(1)
    private let friend = SampleKey(2)
    private let late = SampleKey(3)

    private func archive(_ files: [EpochFile], for reader: SampleKey) -> EpochArchive {
        EpochArchive(opening: files) { reader.open($0) }
    }

    @Test func whoComesLaterOpensAllThatWasBefore() throws {
        var files: [EpochFile] = []
        let genesis = try EpochFile.make(
            parents: [], members: [founder.member], signer: founder.signer)
        var last = genesis.epoch
        files.append(genesis.file)
        for members in [
            [founder.member, friend.member], [founder.member],
            [founder.member, late.member],
        ] {
            let next = try EpochFile.make(parents: [last], members: members, signer: founder.signer)
            files.append(next.file)
            last = next.epoch
        }
        let mine = archive(files.shuffled() + [files[0]], for: late)
        #expect(mine.epochs.count == 4 && mine.unopened.isEmpty && mine.damaged.isEmpty)
        let history = EpochHistory(mine.epochs, genesis: genesis.epoch.pin)
        #expect(history.members == [founder.member, late.member])
        // Who was removed opens what came before, and no more.
        let theirs = archive(files, for: friend)
        #expect(theirs.epochs.count == 2 && theirs.unopened.count == 2)
        let stranger = archive(files, for: SampleKey(9))
        #expect(stranger.epochs.isEmpty && stranger.unopened.count == 4)
    }

    @Test func keysFromEarlierNeedNoBox() throws {
        let genesis = try EpochFile.make(
            parents: [], members: [founder.member], signer: founder.signer)
        var tried = 0
        let archive = EpochArchive(
            opening: [genesis.file], known: [genesis.epoch.id: genesis.epoch.key]
        ) { _ in
            tried += 1
            return nil
        }
        #expect(archive.epochs.count == 1 && tried == 0)
    }

    /// A body with wrong keys for the epochs before it hides nothing.
    @Test func wrongKeysInABodyAreOfNoConsequence() throws {
        let genesis = try EpochFile.make(
            parents: [], members: [founder.member, friend.member], signer: founder.signer)
        let liar = SampleEpoch.make([founder.member], by: founder, id: genesis.epoch.id)
        let key = EpochKey.random()
        let boxes = try EpochFile.boxes(of: key, for: [founder.member, friend.member])
        let id = EpochFile.id(of: key.commitment, boxes: boxes)
        var content: [UInt8] = []
        _ = try EpochBody.make(
            id: id, parents: [liar.reference], members: [friend.member],
            past: PastEpochs(before: [liar]), signer: friend.signer, to: &content)
        let file = EpochFile.file(
            of: key, boxes, try Seal(epoch: id, key: key).seal(content.span, as: .epoch))
        let archive = archive([file, genesis.file], for: founder)
        #expect(archive.epochs.count == 2 && archive.unopened.isEmpty)
        let history = EpochHistory(archive.epochs, genesis: genesis.epoch.pin)
        #expect(history.epochs.map(\.id) == [genesis.epoch.id])
    }

    @Test func aBodyThatIsGarbageIsNamed() throws {
        let genesis = try EpochFile.make(
            parents: [], members: [founder.member], signer: founder.signer)
        let garbage = try genesis.epoch.seal.seal([1, 2, 3].span, as: .epoch)
        let boxes = try EpochFile.boxes(of: genesis.epoch.key, for: [founder.member])
        let id = EpochFile.id(of: genesis.epoch.key.commitment, boxes: boxes)
        let moved = EpochFile.file(of: genesis.epoch.key, boxes, garbage)
        let sealed = EpochFile.file(
            of: genesis.epoch.key, boxes,
            try Seal(epoch: id, key: genesis.epoch.key).seal([1, 2, 3].span, as: .epoch))
        let archive = archive([moved, sealed, genesis.file], for: founder)
        #expect(archive.epochs.map(\.id) == [genesis.epoch.id])
        #expect(archive.damaged.count == 2)
    }

    /// Files of no one: each box is tried once, whatever comes later.
    @Test func eachBoxOfAStrangerIsTriedOnce() throws {
        let genesis = try EpochFile.make(
            parents: [], members: [founder.member], signer: founder.signer)
        let strangers = try (0..<50).map { _ in
            try EpochFile.make(parents: [], members: [friend.member], signer: friend.signer).file
        }
        var archive = EpochArchive()
        for file in strangers { archive.add(file) }
        var tried = 0
        func tryAll() {
            for file in strangers + [genesis.file] {
                _ = archive.tryBoxes(of: file) { (box: Span<UInt8>) -> [UInt8]? in
                    tried += 1
                    return founder.open(box)
                }
            }
        }
        tryAll()
        #expect(tried == 50 * EpochFile.leastBoxCount)
        tryAll()
        #expect(tried == 50 * EpochFile.leastBoxCount)
        archive.add(genesis.file)
        #expect(archive.isUntried(genesis.file))
        tryAll()
        #expect(tried <= 51 * EpochFile.leastBoxCount)
        #expect(archive.epochs.map(\.id) == [genesis.epoch.id] && archive.unopened.count == 50)
    }

    /// What a body names and was not added is lacking; once it is added, it is opened without a box.
    @Test func whatABodyNamesIsLackingUntilItIsAdded() throws {
        let genesis = try EpochFile.make(
            parents: [], members: [founder.member], signer: founder.signer)
        let next = try EpochFile.make(
            parents: [genesis.epoch], members: [founder.member, late.member],
            signer: founder.signer)
        var archive = EpochArchive()
        archive.add(next.file)
        #expect(archive.lacking.isEmpty)
        #expect(archive.tryBoxes(of: next.file) { late.open($0) })
        #expect(archive.lacking == [genesis.epoch.id])
        archive.add(genesis.file)
        #expect(archive.lacking.isEmpty && archive.epochs.count == 2)
        #expect(archive.file(of: genesis.epoch.reference)?.digest == genesis.file.digest)
    }
}
