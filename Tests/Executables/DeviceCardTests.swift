import Foundation
import TestSupport
import Testing

/// A new device joins a person and an encrypted remote with one card, whose words are compared once.
@Suite struct DeviceCardTests {
    /// The card of a device and its words, as the device shows them.
    private struct Offer {
        let card: String
        let words: String

        init(_ shown: String) throws {
            let lines = shown.split(separator: "\n")
            try #require(lines.count == 2 && lines[0].hasPrefix("card redo:card:"), "\(shown)")
            card = String(lines[0].dropFirst("card ".count))
            words = String(lines[1].dropFirst("words ".count))
        }
    }

    private let group: DeviceGroup
    /// The id of Ana's person.
    private let person: String

    init() throws { try self.init(.encryptedDirectory) }

    private init(_ place: StoryPlace) throws {
        group = try DeviceGroup(place)
        try group.makeKey("phone")
        try group.succeed("phone", "add", "Paint the fence")
        let made = try group.succeed("phone", "person", "create", "Ana").split(separator: "\n")
        person = String(made[1].dropFirst("person ".count))
        _ = try group.addRemote("phone")
        try group.succeed("phone", "sync")
        try group.makeKey("laptop")
    }

    /// The laptop has no store: the log lies where only members read it.
    private func offer(of device: String = "laptop") throws -> Offer {
        try Offer(group.succeed(device, "device", "accept", "--card", person))
    }

    @Test(arguments: [StoryPlace.encryptedDirectory, .encryptedPacks])
    func oneCardLetsADeviceIntoBoth(_ place: StoryPlace) throws {
        try DeviceCardTests(place).join()
    }

    private func join() throws {
        let offer = try offer()
        let added = try group.run(
            "phone",
            ["device", "add", offer.card, "--name", "laptop", "--words", offer.words, "--remotes"])
        #expect(added.status == 0, "\(added)")
        let lines = added.lines
        try #require(lines.count == 3 && lines[0].hasPrefix("let "), "\(added)")
        #expect(lines[1].hasSuffix(" is a device of origin"))
        try group.succeed("laptop", "clone", "--personal", "--trust", lines[2], group.url)
        // Both words are shown, since the laptop does not know which the phone was given.
        let asked = try group.run("laptop", ["device", "accept"])
        #expect(asked.status == 129, "\(asked)")
        #expect(
            asked.codedError.contains("hint: or: \(offer.words) (if it was given the card"),
            "\(asked)")
        // The words that the phone showed are those of the card, and no others are taken.
        let other = try group.run(
            "laptop", ["device", "accept", "--words", "abandon " + offer.words])
        #expect(other.status == 1, "\(other)")
        try group.succeed("laptop", "device", "accept", "--words", offer.words)
        #expect(try group.meet(["phone", "laptop"]) == ["Paint the fence"])
        // The laptop is a device of the same member, whose recovery key lets both in.
        let members = try group.succeed("laptop", "member", "list")
        #expect(members.contains(", 1 member\nAna ("), "\(members)")
        #expect(members.split(separator: "\n").count == 5, "\(members)")
        #expect(try group.succeed("laptop", "person", "list").hasSuffix("Ana: 2 devices\n"))
    }

    /// Who carries the card can put another box key into it, to be let into the remote with the laptop's name.
    @Test func anotherBoxKeyHasOtherWords() throws {
        let offer = try offer()
        try group.makeKey("thief")
        let thief = try self.offer(of: "thief")
        let parts = offer.card.split(separator: ":").map(String.init)
        let stolen = thief.card.split(separator: ":").map(String.init)
        let nodes = try group.count("phone", "log", "--format", "%H")
        // Another box key; another key; another card.
        for forged in [[parts[2], stolen[3]], [stolen[2], parts[3]], [stolen[2], stolen[3]]] {
            let card = "redo:card:" + forged.joined(separator: ":")
            let refused = try group.run(
                "phone", ["device", "add", card, "--words", offer.words, "--remotes"])
            #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
            #expect(refused.codedError.contains("the words differ: nothing is written"))
            // A person who compares them sees it as well.
            let shown = try group.run("phone", ["device", "add", card])
            #expect(shown.status == 129 && shown.codedError.contains("the words are: "))
            #expect(!shown.codedError.contains(offer.words))
        }
        // The key alone has others, too: no one is led to let the device in by the key's words.
        let downgraded = try group.run(
            "phone", ["device", "add", parts[2], "--words", offer.words])
        #expect(downgraded.status == 1, "\(downgraded)")
        #expect(try group.count("phone", "log", "--format", "%H") == nodes)
        #expect(try group.succeed("phone", "member", "list").contains("1 epoch, 1 member"))
        #expect(try group.succeed("phone", "device", "list").split(separator: "\n").count == 1)
    }

    /// A card for another person has other words, so a new device that was shown another log joins no one else.
    @Test func anotherPersonHasOtherWords() throws {
        let offer = try offer()
        let id = "sha256:" + String(repeating: "7", count: 64)
        let other = try Offer(group.succeed("laptop", "device", "accept", "--card", id))
        #expect(other.card == offer.card && other.words != offer.words)
        // Without a log no name means a person.
        for words in [["device", "accept", "--card"], ["device", "accept", "--card", "Ana"]] {
            let unnamed = try group.run("laptop", words)
            #expect(unnamed.status == 129, "\(unnamed)")
            #expect(unnamed.codedError.contains("name the person by its whole id"), "\(unnamed)")
        }
    }

    @Test func withoutTheOptionThePersonAloneIsJoined() throws {
        let offer = try offer()
        let added = try group.run("phone", ["device", "add", offer.card, "--words", offer.words])
        #expect(added.status == 0 && added.lines.count == 1, "\(added)")
        #expect(
            added.codedError.contains("note: 'redo member add CARD origin' lets it into origin"))
        #expect(try group.succeed("phone", "member", "list").contains("1 epoch, 1 member"))
        let refused = try group.run(
            "phone", ["device", "add", offer.card, "--words", offer.words, "--no-remotes"])
        #expect(refused.status == 0 && refused.lines.count == 1, "\(refused)")
        #expect(try group.succeed("phone", "member", "list").contains("1 epoch, 1 member"))
    }

    /// Keys alone are read as before, and let no one into an encrypted remote.
    @Test func aKeyAloneIsReadAsBefore() throws {
        let offer = try offer()
        let key = String(offer.card.split(separator: ":")[2])
        let wrong = try group.run("phone", ["device", "add", key, "--yes", "--remotes"])
        #expect(
            wrong.status == 129 && wrong.codedError.contains("--remotes takes a card"), "\(wrong)")
        let added = try group.run("phone", ["device", "add", key, "--yes"])
        #expect(added.status == 0 && added.lines.count == 1, "\(added)")
        #expect(added.codedError.contains("note: origin is encrypted: a card lets the device in"))
        for wrong in [
            ["device", "list", "--card"], ["device", "accept", "--remotes"],
            ["device", "add", offer.card, "--card"], ["device", "add", offer.card + "0"],
        ] {
            #expect(try group.run("phone", wrong).status == 129, "\(wrong)")
        }
    }

    /// On a terminal it is asked for each remote, after the words.
    @Test func theTerminalAsksForEachRemote() throws {
        let offer = try offer()
        let answered = try group.typed(
            "phone", ["the same words?": "y", "let the device read and write it as well?": "y"],
            at: "redo device add \(offer.card)")
        #expect(answered.status == 0, "\(answered)")
        #expect(answered.text.contains("words \(offer.words)"), "\(answered)")
        #expect(answered.text.contains("redo:invitation:"), "\(answered)")
        #expect(try group.succeed("phone", "member", "list").contains("2 epochs, 1 member"))
    }

    /// A remote that cannot be reached keeps no one from the person, and the status says so.
    @Test func aRemoteThatFailsIsSaid() throws {
        let offer = try offer()
        try group.keepRemote(as: "kept")
        try group.removeRemote()
        let added = try group.run(
            "phone", ["device", "add", offer.card, "--words", offer.words, "--remotes"])
        #expect(added.status == 128, "\(added)")
        #expect(added.codedError.contains("and was not let into origin"), "\(added)")
        #expect(try group.succeed("phone", "device", "list").contains(": let in "))
    }
}
