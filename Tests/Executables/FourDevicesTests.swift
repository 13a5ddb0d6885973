import TestSupport
import Testing

/// A story of two people with two devices each, who meet at a git remote: after every chapter all have the same.
@Suite struct FourDevicesTests {
    private let group: DeviceGroup
    private let all = ["phone", "laptop", "desk", "tablet"]

    init() throws { group = try DeviceGroup() }

    @Test func workIsSharedAKeyIsStolenAndEverybodyConverges() throws {
        let words = try link()
        try share()
        try workApart()
        try steal()
        try revoke()
        try recover(words)
    }

    /// Ana has a phone and a laptop, Ben a desk and a tablet.
    ///
    /// - Returns: the words of Ana's recovery key.
    private func link() throws -> String {
        try group.makeDevice("phone", isFirst: true)
        let made = try group.succeed("phone", "person", "create", "Ana")
        try group.succeed("phone", "sync")
        try group.makeDevice("laptop")
        try group.join("laptop", by: "phone")
        try group.meet(["phone", "laptop"])
        try group.makeDevice("desk")
        try group.succeed("desk", "person", "create", "Ben")
        try group.succeed("desk", "sync")
        try group.makeDevice("tablet")
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
        return String(made.split(separator: "\n")[0].dropFirst("recovery ".count))
    }

    private func share() throws {
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
        #expect(refused.error.hasPrefix("error: E_PERMISSION_DENIED: "), "\(refused)")
        #expect(try group.count("desk", "log", "--format", "%H") == count)
        #expect(try group.meet(all) == ["First", "Milk", "Roof"])
    }

    private func workApart() throws {
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
    private func steal() throws {
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

    private func revoke() throws {
        let poison = try #require(try group.nodes(of: "Poison", on: "phone").first)
        let evil = try #require(try group.nodes(of: "Evil", on: "phone").last)
        let shown = try group.run(
            "phone", ["device", "revoke", "laptop", "--void", poison, "--void", evil])
        #expect(shown.status == 0, "\(shown)")
        let void = try #require(shown.error.range(of: "\nmakes void:\n"), "\(shown)")
        let (kept, lost) = (
            shown.error[..<void.lowerBound], shown.error[void.upperBound...]
        )
        #expect(lost.contains("  Evil (") && !kept.contains("  Evil ("), "\(shown)")
        #expect(kept.contains("  Roof (") && !lost.contains("Roof"), "\(shown)")
        let honest = ["First", "Oat milk", "Roof"]
        #expect(try group.meet(["phone", "desk", "tablet"]) == honest)
        // The thief answers: all of it is cut off, whatever its date.
        let refused = try group.run("thief", ["device", "revoke", "phone"])
        #expect(refused.status != 0)
        try group.succeed("thief", "sync")
        #expect(try group.meet(all) == honest)
        let late = try group.run("laptop", ["edit", "Roof", "--priority", "1"])
        #expect(late.status == 1)
        #expect(late.error.hasPrefix("error: E_KEY_REVOKED: "), "\(late)")
        // What the laptop had done before counts.
        #expect(try group.succeed("desk", "shares", "milk").contains("Ben"))
    }

    /// Ana loses the phone as well, and has the words.
    private func recover(_ words: String) throws {
        try group.makeDevice("new")
        let recovered = try group.run(
            "new", ["recover", "--revoke-all"], passphrase: words)
        #expect(recovered.status == 0, "\(recovered)")
        #expect(try group.meet(["new"] + all) == ["First", "Oat milk", "Roof"])
        try group.succeed("new", "edit", "Roof", "--title", "New roof")
        try group.succeed("new", "unshare", "milk", "--with", "Ben", "--yes")
        try group.meet(["new"] + all)
        let refused = try group.run("tablet", ["edit", "milk", "--title", "Ben's"])
        #expect(refused.status == 1, "\(refused)")
        #expect(try group.meet(["new"] + all) == ["First", "New roof", "Oat milk"])
        for device in ["new"] + all {
            #expect(try group.run(device, ["fsck"]).status == 0)
            #expect(try group.succeed(device, "verify", "--all").isEmpty)
        }
    }
}
