import Foundation
import RedoCrypto
import TestSupport
import Testing

/// A device that was removed from an encrypted remote, and does not know it yet.
@Suite struct RemovedMemberTests {
    /// The device that removed it goes on in a new slot, so the one that was known is gone.
    @Test(arguments: [nil, Transport.path] as [Transport?], [false, true])
    func aPushAfterANewSlotIsRefused(_ place: Transport?, _ isFetching: Bool) throws {
        let fixture = try EncryptedFixture(place)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let laptop = try fixture.member("laptop", by: phone)
        try laptop.add("Two")
        try laptop.expect(["push"])
        try phone.expect(["fetch"])
        let removed = try phone.run("member", ["remove", try fixture.key(laptop)])
        #expect(removed.status == 0, "\(removed)")
        try phone.expect(["remote", "compact"])
        let before = try fixture.bytes().count
        try laptop.add("Unseen")
        if isFetching { #expect(try laptop.run("fetch").status != 0) }
        for _ in 1...2 {
            let pushed = try laptop.run("push")
            #expect(pushed.status == 1 && pushed.text.isEmpty, "\(pushed)")
            #expect(pushed.codedError.contains("nothing is pushed to origin"), "\(pushed)")
            #expect(
                pushed.codedError.contains("has started an epoch without this one"), "\(pushed)")
        }
        #expect(try fixture.bytes().count == before)
        #expect(try phone.expect(["fetch"]).text == "nothing new\n")
    }

    /// A member that has only compacted removes no one, whatever a stranger puts beside its new slot.
    @Test func aStrangersSlotKeepsNoOneFromPushing() throws {
        let fixture = try EncryptedFixture(nil)
        let (phone, _) = try fixture.founder("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let laptop = try fixture.member("laptop", by: phone)
        try laptop.add("Two")
        try laptop.expect(["push"])
        try phone.expect(["fetch"])
        try phone.expect(["push"])
        try phone.add("Three")
        try phone.expect(["push"])
        try phone.expect(["remote", "compact"])
        // An epoch of nobody, and a statement that it seals.
        let start = [UInt8](repeating: 3, count: 32)
        let boxes = [UInt8](repeating: 4, count: 640)
        let id = SHA256.digest((start + boxes).span).bytes
        let header = Array("RedoSea1".utf8) + id
        let salt = [UInt8](repeating: 5, count: 32)
        let epoch = start + [8, 0, 0, 0] + boxes + header + Array("epoch\0\0\0".utf8) + salt
        let statement = header + Array("statement".utf8.prefix(8)) + salt
        let slot = fixture.remote + "/slots/" + String(repeating: "ab", count: 16)
        try FileManager.default.createDirectory(
            atPath: slot, withIntermediateDirectories: true)
        let name = "0000000000000001-\(SHA256.digest(statement.span).hexadecimal)"
        try Data(statement).write(to: URL(filePath: "\(slot)/\(name)"))
        try Data(epoch).write(
            to: URL(
                filePath: "\(fixture.remote)/epochs/\(SHA256.digest(epoch.span).hexadecimal)"))
        try laptop.add("Four")
        let pushed = try laptop.run("push")
        #expect(pushed.status == 0 && pushed.codedError.contains("cannot open"), "\(pushed)")
        #expect(try phone.run("fetch").text == "received 2 nodes\n")
    }
}
