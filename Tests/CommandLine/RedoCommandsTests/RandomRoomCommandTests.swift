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
            let device = devices[Int.random(in: devices.indices, using: &random)]
            let command = commands[Int.random(in: commands.indices, using: &random)]
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
}
