import Foundation
import TestSupport
import Testing

/// Encrypted folders that another program copies, and into which anyone can write.
@Suite struct CopiedEncryptedFolderTests {
    private let fixture: EncryptedFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        fixture = try EncryptedFixture(nil)
        phone = try fixture.founder("phone").device
        try phone.add("One")
        try phone.expect(["push"])
        laptop = try fixture.member("laptop", by: phone)
        try laptop.add("Two")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
    }

    private func shell(_ line: String) throws {
        let outcome = try fixture.git.place.shell(line)
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func expectAllIsWell(_ comment: Comment) throws {
        for device in [phone, laptop] {
            try device.add("More", "--draft")
            for words in [
                ["sync"], ["fetch"], ["push"], ["remote", "verify"], ["remote", "compact"],
                ["sync"],
                ["status"],
            ] {
                let outcome = try device.run(words[0], Array(words.dropFirst()))
                #expect(outcome.status == 0, "\(words): \(outcome) \(comment)")
            }
        }
        // A note can name the file that is ignored.
        #expect(try phone.run("sync").status == 0, comment)
        #expect(try fixture.state(phone) == fixture.state(laptop), comment)
    }

    /// Files that nobody has sealed and that are no statements, in a slot that nobody has and in one that a device has.
    @Test(arguments: [true, false], [true, false])
    func noiseIsIgnored(_ isMadeUp: Bool, _ isWhole: Bool) throws {
        let slot =
            isMadeUp
            ? String(repeating: "5", count: 32)
            : try #require(try fixture.git.place.shell("ls stick/slots").lines.first)
        let digest =
            isWhole
            ? "$(printf 'bytes\\n' | sha256sum | cut -c1-64)" : String(repeating: "a", count: 64)
        try shell(
            "mkdir -p stick/slots/\(slot) && printf 'bytes\\n' >stick/slots/\(slot)/7fffffffffffffff-\(digest)"
        )
        try expectAllIsWell("\(slot)")
        let tablet = try fixture.device("tablet")
        let invitation = try fixture.invite(tablet, by: phone)
        for words in [["remote", "add", "--trust", invitation, "origin", fixture.url], ["fetch"]] {
            let outcome = try tablet.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0, "\(outcome)")
        }
        #expect(try fixture.state(tablet) == fixture.state(phone))
    }

    /// A statement whose epoch has not arrived is not yet here.
    @Test func aStatementBeforeItsEpochIsNotYetHere() throws {
        let before = try Set(fixture.git.place.shell("ls stick/epochs").lines)
        _ = try fixture.invite(try fixture.device("tablet"), by: phone)
        try phone.add("In the new epoch")
        try phone.expect(["push"])
        let new = try fixture.git.place.shell("ls stick/epochs").lines.filter {
            !before.contains($0)
        }
        try #require(new.count == 1)
        try shell("mv stick/epochs/\(new[0]) epoch")
        for part in ["", "head -c 100 epoch >stick/epochs/\(new[0])"] {
            if !part.isEmpty { try shell(part) }
            let fetched = try laptop.run("fetch")
            #expect(
                fetched.status == 0 && fetched.codedError.contains("not yet here"), "\(fetched)")
        }
        try shell("cp epoch stick/epochs/\(new[0])")
        #expect(try laptop.expect(["fetch"]).text == "received 2 nodes\n")
        try expectAllIsWell("after that")
    }
}
