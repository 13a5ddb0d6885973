import RedoCrypto
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoEpochs

/// Files of epochs: who opens them, and what is refused of them.
@Suite struct EpochFileTests {
    private let founder = SampleKey(1, of: 100)
    private let friend = SampleKey(2)
    private let paper = SampleKey(3, of: 100)

    private var members: [Member] {
        [
            Member(founder.principal, recovery: paper.recovery, devices: [founder.device]),
            friend.member,
        ]
    }

    private func make() throws -> (file: EpochFile, epoch: OpenedEpoch) {
        try EpochFile.make(parents: [], members: members, signer: founder.signer)
    }

    @Test func eachMemberOpensAnEpochAndNobodyElse() throws {
        let (file, epoch) = try make()
        let read = try EpochFile(reading: file.bytes)
        #expect(read.id == epoch.id && read.boxCount == 8)
        for member in [founder, friend, paper] {
            let key = try #require(read.key(of: member))
            let opened = try read.open(with: key)
            #expect(opened.reference == epoch.reference && opened.body.members == members)
            #expect(opened.body.signer == founder.publicKey && opened.body.parents.isEmpty)
        }
        #expect(read.key(of: SampleKey(4)) == nil)
        #expect(throws: EpochFault.otherKey) { try read.open(with: .random()) }
    }

    @Test func aProgramCanOpenTheBoxes() throws {
        let (file, epoch) = try make()
        var tried = 0
        let key = try file.key { (box) throws(RedoError) in
            tried += 1
            return friend.open(box)
        }
        #expect(key?.commitment == epoch.key.commitment && tried <= 8)
        #expect(file.key { _ in nil } == nil)
        // What is in a box is not believed.
        #expect(file.key { _ in [UInt8](repeating: 1, count: 32) } == nil)
        #expect(file.key { _ in [1] } == nil)
    }

    @Test func boxesAreFilledUpAndShuffled() throws {
        var places: Set<Int> = []
        for _ in 0..<40 {
            let file = try make().file
            var place = 0
            _ = file.key { box in
                if let message = friend.open(box) { return message }
                place += 1
                return nil
            }
            places.insert(place)
        }
        // One place in all 40 would come about once in 8^39 times.
        #expect(places.count > 1)
        let many = (10..<19).map { SampleKey(UInt8($0)).member }
        let file = try EpochFile.make(
            parents: [], members: many, signer: SampleKey(10).signer
        ).file
        #expect(file.boxCount == 16)
    }

    @Test func anEpochIsOpenedByWhomItsMembersAre() throws {
        let (_, genesis) = try make()
        let (file, next) = try EpochFile.make(
            parents: [genesis], members: [members[0]], signer: founder.signer)
        #expect(file.key(of: friend) == nil)
        let opened = try file.open(with: try #require(file.key(of: founder)))
        #expect(opened.body.parents == [genesis.reference])
        #expect(opened.body.past.references == [genesis.reference])
        #expect(opened.body.past.key(at: 0).commitment == genesis.key.commitment)
        #expect(opened.reference == next.reference)
    }

    @Test func impossibleMembersAreRefused() {
        let small = Member.Device(
            key: friend.publicKey, box: BoxPublicKey(checked: [UInt8](repeating: 0, count: 32)))
        for members in [
            [], [founder.member, founder.member], [Member(friend.principal, devices: [])],
            [Member(friend.principal, devices: [friend.device, friend.device])],
            [Member(friend.principal, devices: [small])],
        ] {
            #expect(throws: RedoError.self) {
                try EpochFile.make(parents: [], members: members, signer: founder.signer)
            }
        }
    }

    // MARK: Hostile files

    @Test func otherFilesAreRefused() throws {
        let bytes = try make().file.bytes
        for count in [0, 1, 35, 36, 115, 36 + 640, 36 + 640 + 79] {
            #expect(throws: EpochFault.malformedFile) {
                try EpochFile(reading: Array(bytes.prefix(count)))
            }
        }
        for count: UInt32 in [0, 1, 4, 7, 9, 12, 16, 8192, .max] {
            var changed = bytes
            for byte in 0..<4 {
                changed[32 + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte))
            }
            #expect(throws: EpochFault.malformedFile) { try EpochFile(reading: changed) }
        }
    }

    @Test func everyFlippedBitIsRefused() throws {
        let (file, epoch) = try make()
        var accepted: [Int] = []
        // All of the head and the header, and a bit of each byte of the rest.
        for bit in 0..<8 * file.bytes.count where bit < 8 * 36 || bit % 8 == bit / 8 % 8 {
            let changed = file.bytes.changed(at: bit / 8, by: 1 << UInt8(bit % 8))
            if let file = try? EpochFile(reading: changed),
                (try? file.open(with: epoch.key)) != nil
            {
                accepted.append(bit)
            }
        }
        #expect(accepted.isEmpty)
    }

    /// A body is for one commitment and its boxes: with other boxes it is of no use.
    @Test func aBodyIsNotMovedToOtherBoxes() throws {
        let (file, epoch) = try make()
        let boxes = try EpochFile.boxes(of: epoch.key, for: members)
        let id = EpochFile.id(of: epoch.key.commitment, boxes: boxes)
        var content: [UInt8] = []
        _ = try EpochBody.make(
            id: epoch.id, parents: [], members: members, past: PastEpochs(before: []),
            signer: founder.signer, to: &content)
        let moved = EpochFile.file(
            of: epoch.key, boxes,
            try Seal(epoch: id, key: epoch.key).seal(content.span, as: .epoch))
        #expect(moved.id != file.id)
        #expect(throws: EpochFault.otherBoxes) { try moved.open(with: epoch.key) }
    }

    @Test func aForeignSignatureIsRefused() throws {
        let epoch = try make().epoch
        let boxes = try EpochFile.boxes(of: epoch.key, for: members)
        let id = EpochFile.id(of: epoch.key.commitment, boxes: boxes)
        func open(_ change: (inout [UInt8]) -> Void) throws -> OpenedEpoch {
            var content: [UInt8] = []
            _ = try EpochBody.make(
                id: id, parents: [], members: members, past: PastEpochs(before: []),
                signer: friend.signer, to: &content)
            change(&content)
            let sealed = try Seal(epoch: id, key: epoch.key).seal(content.span, as: .epoch)
            return try EpochFile.file(of: epoch.key, boxes, sealed).open(with: epoch.key)
        }
        #expect(try open { _ in }.body.signer == friend.publicKey)
        // The signer that it names is another one.
        #expect(throws: EpochFault.invalidSignature) {
            try open { content in
                let start = content.count - 130 - 66
                content.replaceSubrange(
                    start..<start + 64, with: founder.publicKey.hexadecimal.utf8)
            }
        }
        for place in [2, 65, 130] {
            #expect(throws: EpochFault.self) { try open { $0[$0.count - place] ^= 1 } }
        }
        #expect(throws: EpochFault.self) { try open { $0.append(0x0A) } }
        #expect(throws: EpochFault.self) { try open { $0.removeAll() } }
    }

    @Test func noTextOfAnErrorHasAKey() {
        let faults: [EpochFault] = [
            .malformedFile, .otherKey, .sealedBody(.wrongSalt), .malformedBody(offset: 3),
            .inconsistentBody(.keys), .otherBoxes, .invalidSignature,
        ]
        for fault in faults { #expect(!"\(fault)".isEmpty && "\(fault)".utf8.count < 100) }
    }
}
