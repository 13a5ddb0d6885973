import TestSupport
import Testing

/// A story of two people with two devices each, who meet at a remote: after every chapter all have the same.
@Suite struct FourDevicesTests {
    @Test(arguments: StoryPlace.allCases)
    func workIsSharedAKeyIsStolenAndEverybodyConverges(_ place: StoryPlace) throws {
        let story = FourDevicesStory(group: try DeviceGroup(place))
        let words = try story.link()
        try story.share()
        try story.workApart()
        try story.steal()
        try story.revoke()
        try story.recover(words)
    }
}

/// The chapters.
private struct FourDevicesStory {
    let group: DeviceGroup
    private let all = ["phone", "laptop", "desk", "tablet"]
    /// The devices that keep their place when the laptop's key is stolen.
    private let safe = ["phone", "desk", "tablet"]
    private let honestTitles = ["First", "Oat milk", "Roof"]

    init(group: DeviceGroup) { self.group = group }

    /// The recovery keys that are written down in the first chapter.
    struct Words {
        let person: String
        /// Nil for a remote that is not encrypted.
        let remote: String?
    }

    /// Ana has a phone and a laptop, Ben a desk and a tablet. Into an encrypted remote one device lets the other in.
    func link() throws -> Words {
        try group.makeKey("phone")
        try group.succeed("phone", "add", "First")
        let made = try group.succeed("phone", "person", "create", "Ana")
        let remoteWords = try group.addRemote("phone")
        try group.succeed("phone", "sync")
        if group.place.isEncrypted {
            let person = String(made.split(separator: "\n")[1].dropFirst("person ".count))
            try group.joinByCard("laptop", by: "phone", person: person)
        } else {
            try group.makeDevice("laptop", letInBy: "phone")
            try group.join("laptop", by: "phone")
        }
        try group.meet(["phone", "laptop"])
        try group.makeDevice("desk", letInBy: "phone")
        try group.succeed("desk", "person", "create", "Ben")
        try group.succeed("desk", "sync")
        try group.makeDevice("tablet", letInBy: "desk")
        // There are two persons now, and the desk lets it in.
        let offer = try group.succeed("tablet", "device", "accept", "Ben").split(separator: "\n")
        let key = String(offer[0].dropFirst("key ".count))
        try group.succeed("desk", "device", "add", key, "--name", "tablet", "--yes")
        try group.meet(["desk", "tablet"])
        try group.succeed("tablet", "device", "accept", "--yes")
        #expect(try group.meet(all) == ["First"])
        for device in all {
            #expect(
                try group.succeed(device, "person", "list").split(separator: "\n")
                    .count { $0.hasSuffix(": 2 devices") } == 2)
        }
        return Words(
            person: try #require(made.recoveryWords(of: "person Ana")),
            remote: remoteWords)
    }

    func share() throws {
        try group.succeed("phone", "add", "Milk")
        try group.succeed("laptop", "add", "Roof")
        try group.meet(all)
        // What one device owns, the other one may share: the person owns it.
        try group.succeed("laptop", "share", "Milk", "--with", "Ben", "--as", "write")
        try group.succeed("phone", "share", "Roof", "--with", "Ben", "--as", "read")
        try group.meet(all)
        try group.succeed("tablet", "edit", "Milk", "--priority", "5")
        let count = try group.count("desk", "log", "--format", "%H")
        let refused = try group.run("desk", ["edit", "Roof", "--priority", "5"])
        #expect(refused.status == 1)
        #expect(refused.codedError.hasPrefix("error: E_PERMISSION_DENIED: "), "\(refused)")
        #expect(try group.count("desk", "log", "--format", "%H") == count)
        #expect(try group.meet(all) == ["First", "Milk", "Roof"])
    }

    func workApart() throws {
        try group.succeed("laptop", "edit", "Milk", "--title", "Oat milk")
        try group.succeed("tablet", "edit", "Milk", "--points", "3")
        try group.succeed("desk", "comment", "add", "Milk", "The blue one")
        try group.succeed("phone", "done", "Roof")
        try group.meet(all)
        try group.succeed("desk", "merge", "--all")
        #expect(try group.meet(all) == ["First", "Oat milk", "Roof"])
        for device in all {
            let shown = try group.succeed(device, "show", "milk")
            #expect(shown.contains("The blue one"), "\(shown)")
        }
    }

    /// A thief copies the laptop, writes, and dates back.
    func steal() throws {
        try group.copy("laptop", as: "thief")
        try group.succeed("thief", "add", "Evil")
        try group.succeed("thief", "edit", "Oat milk", "--title", "Poison")
        try group.succeed("thief", "sync")
        // Nobody can know yet.
        #expect(try group.meet(all).contains("Poison"))
        try group.succeed(
            "thief", "edit", "First", "--title", "Stolen", wall: "2025-11-16T11:00:00.000Z")
        try group.succeed("thief", "add", "Evil of old", wall: "2025-11-01T00:00:00.000Z")
    }

    /// Ana revokes the laptop's key on her phone. What the thief has written, and goes on to write, has no effect.
    func revoke() throws {
        let poison = try #require(try group.nodes(of: "Poison", on: "phone").first)
        let evil = try #require(try group.nodes(of: "Evil", on: "phone").last)
        try group.keepRemote(as: "before")
        let shown = try group.run(
            "phone", ["device", "revoke", "laptop", "--void", poison, "--void", evil])
        #expect(shown.status == 0, "\(shown)")
        let void = try #require(shown.codedError.range(of: "\nmakes void:\n"), "\(shown)")
        let (kept, lost) = (
            shown.error[..<void.lowerBound], shown.error[void.upperBound...]
        )
        #expect(lost.contains("  Evil (") && !kept.contains("  Evil ("), "\(shown)")
        #expect(kept.contains("  Roof (") && !lost.contains("Roof"), "\(shown)")
        #expect(try group.meet(safe) == honestTitles)
        let refused = try group.run("thief", ["device", "revoke", "phone"])
        #expect(refused.status != 0)
        if group.place.isEncrypted {
            try shutOut()
        } else {
            try answerInTheOpen()
        }
        // The thief's nodes are there, and count for nothing.
        #expect(try group.succeed("desk", "export").contains("Evil of old"))
        // What the laptop had done before counts.
        #expect(try group.succeed("desk", "shares", "milk").contains("Ben"))
    }

    /// The thief answers: all of it is cut off, whatever its date.
    private func answerInTheOpen() throws {
        try group.succeed("thief", "sync")
        #expect(try group.meet(all) == honestTitles)
        let late = try group.run("laptop", ["edit", "Roof", "--priority", "1"])
        #expect(late.status == 1)
        #expect(late.codedError.hasPrefix("error: E_KEY_REVOKED: "), "\(late)")
    }

    /// No one takes the laptop out of the encrypted remote by hand: the phone's push has, by itself. The thief reads nothing
    /// more, and can push only with the help of whoever runs the remote, without effect.
    private func shutOut() throws {
        let words = try group.succeed("laptop", "key", "list").split(whereSeparator: \.isWhitespace)
        let user = try #require(words.first { $0.count == 32 })
        #expect(try !group.succeed("desk", "member", "list").contains(user))
        try group.succeed("phone", "edit", "Roof", "--description", "There is a new lock")
        #expect(try group.meet(safe) == honestTitles)
        for device in ["thief", "laptop"] {
            let read = try group.run(device, ["fetch"])
            #expect(read.status != 0, "\(read)")
            #expect(read.codedError.contains("is not a member in the epoch"), "\(read)")
            #expect(try !group.succeed(device, "export").contains("There is a new lock"))
            try group.succeed(device, "add", "Still here")
            let push = try group.run(device, ["push"])
            #expect(push.status == 1, "\(push)")
            #expect(push.codedError.contains("nothing is pushed to origin"), "\(push)")
        }
        // The thief is shown the remote as it was, and what is put there is carried over.
        try group.atRemote(keptAs: "before") { try group.succeed("thief", "push") }
        try group.carryOver(from: "before")
        #expect(try group.meet(safe) == honestTitles)
    }

    /// Ana loses the phone as well, and has the words.
    func recover(_ words: Words) throws {
        var devices = ["new"] + all
        if let remote = words.remote {
            // On paper are the words of the remote, too. The phone that was lost is no member then.
            try group.makeKey("new")
            try group.succeed("new", "init", "--home")
            try group.succeed("new", "remote", "add", "origin", group.url)
            let recovered = try group.run(
                "new", ["member", "recover", "--yes", "--revoke-all"], passphrase: remote)
            #expect(recovered.status == 0, "\(recovered)")
            devices = ["new", "desk", "tablet"]
            try group.meet(devices)
            let lost = try group.run("phone", ["fetch"])
            #expect(lost.status != 0, "\(lost)")
            #expect(lost.codedError.contains("is not a member in the epoch"), "\(lost)")
        } else {
            try group.makeDevice("new", letInBy: "phone")
        }
        let recovered = try group.run("new", ["recover", "--revoke-all"], passphrase: words.person)
        #expect(recovered.status == 0, "\(recovered)")
        #expect(try group.meet(devices) == ["First", "Oat milk", "Roof"])
        try group.succeed("new", "edit", "Roof", "--title", "New roof")
        try group.succeed("new", "unshare", "milk", "--with", "Ben", "--yes")
        try group.meet(devices)
        let refused = try group.run("tablet", ["edit", "milk", "--title", "Ben's"])
        #expect(refused.status == 1, "\(refused)")
        #expect(try group.meet(devices) == ["First", "New roof", "Oat milk"])
        for device in devices {
            #expect(try group.run(device, ["fsck"]).status == 0)
            #expect(try group.succeed(device, "verify", "--all").isEmpty)
        }
    }
}
