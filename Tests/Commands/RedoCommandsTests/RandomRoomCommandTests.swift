import RedoJSON
import TestSupport
import Testing

/// Random commands of three people with several devices, in rooms: what is written counts, and what would not is refused.
@Suite struct RandomRoomCommandTests {
    @Test func whatIsWrittenCounts() throws {
        let seed = Seed()
        var random = seed.generator
        let people = try PeopleHarness()
        _ = try people.makePerson("Ana")
        try people.join("phone")
        let devices = try ["ana", "phone", "eve", "art"].map { try people.device($0) }
        let keys = try devices.map { try RoomHarness.key(of: $0) }
        let ana = devices[0]
        let opened = try ana.run("room", "open", "Eve=\(keys[2])", "Art=\(keys[3])", "Ana=me")
        try #require(opened.status == 0, "\(opened)")
        let room = String(opened.lines[0].dropFirst("room ".count))
        var turn = 0
        var written = 0
        var commands = [
            ["accept"], ["say", "x"], ["say", "y"], ["pass"], ["hand"], ["hand", "--lower"],
            ["say", "z"], ["accept"], ["pass"],
        ]
        for step in 0..<60 {
            // Rooms that end at once would show little.
            if step == 50 { commands += [["leave"], ["decline"], ["cancel"], ["cenotaph", "x"]] }
            var device = devices[Int.random(in: devices.indices, using: &random)]
            var command = commands[Int.random(in: commands.indices, using: &random)]
            if let guest = [10: devices[2], 20: devices[3]][step] {
                (device, command) = (guest, ["accept"])
            } else if Bool.random(using: &random) {
                let possible = try self.possible(device, room).filter {
                    step >= 50 || !["leave", "decline", "cancel"].contains($0[0])
                }
                command = possible.randomElement(using: &random) ?? command
            }
            let count = try ana.nodeCount()
            let before = try ana.succeed("replay", "--family", "rooms", "--hash")
            let outcome = try device.run(["room", command[0], room] + command.dropFirst())
            let comment: Comment = "step \(step): \(command) \(outcome) \(seed.replay)"
            #expect([0, 1].contains(outcome.status), comment)
            let grown = try ana.nodeCount() - count
            let isSame = try ana.succeed("replay", "--family", "rooms", "--hash") == before
            #expect(outcome.status == 0 || grown == 0, comment)
            #expect(grown <= 1 && (grown == 1 || isSame), comment)
            #expect(try ana.succeed("replay", "--family", "rooms", "--void").isEmpty, comment)
            let shown = try ana.succeed("room", "show", "--json", room)
            let state = try JSONDocument(Array(shown.utf8)).root
            let now = state["turn"]?.integer ?? -1
            #expect(now >= turn && now <= turn + 1, comment)
            turn = now
            written += grown
        }
        #expect(written > 5, seed.replay)
    }

    /// The commands that the room offers to a device.
    private func possible(_ device: CommandHarness, _ room: String) throws -> [[String]] {
        let shown = try device.succeed("room", "show", "--json", room)
        guard let names = try JSONDocument(Array(shown.utf8)).root["can"]?.elements else {
            return []
        }
        return names.compactMap { $0.string?.description }.map { name in
            let words = name.split(separator: " ").map(String.init)
            return words + (["say", "cenotaph"].contains(name) ? ["words"] : [])
        }
    }
}
