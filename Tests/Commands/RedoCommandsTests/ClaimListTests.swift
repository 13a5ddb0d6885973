import Foundation
import RedoJSON
import TestSupport
import Testing

/// Who has claimed a task, in lists: as the log knows it, without asking a remote.
@Suite struct ClaimListTests {
    private let people: PeopleHarness
    private let ana: CommandHarness
    private static let ids = [
        "11111111-2222-4333-8444-555555555555", "11111111-2222-4333-8444-666666666666",
    ]

    init() throws {
        people = try PeopleHarness()
        ana = try people.device("ana")
        try ana.succeed("add", "Paint the fence", "--draft")
        try ana.succeed("add", "Mow the lawn", "--draft")
    }

    /// The clock is at 12:00 of November 16.
    private func claim(
        _ task: String, until end: String, number: Int = 0, on device: CommandHarness,
        wall: String? = nil
    ) throws {
        var device = device
        if let wall { device.variables["REDO_WALL"] = wall }
        try device.succeed(
            "commit-node", "CLAIM", "--task", task, "-f", "claimId=\(Self.ids[number])", "-f",
            "until=\(end)")
    }

    private func titles(_ device: CommandHarness, _ words: String...) throws -> [String] {
        let outcome = try device.run(
            ["list", "--columns", "title", "--sort", "title"] + words)
        try #require(outcome.status == 0, "\(outcome)")
        return Array(outcome.lines.dropFirst())
    }

    private func later(_ wall: String) -> CommandHarness {
        var device = ana
        device.variables["REDO_WALL"] = wall
        return device
    }

    @Test func aClaimIsAMarkAtTheTitle() throws {
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: ana)
        #expect(
            try titles(ana) == [
                "Mow the lawn (idea)", "Paint the fence (idea, claimed by Test until 14:00)",
            ])
        // Another day is named.
        try claim("Mow", until: "2025-11-18T14:00:00.000Z", number: 1, on: ana)
        #expect(
            try titles(ana)[0] == "Mow the lawn (idea, claimed by Test until 2025-11-18 14:00)")
    }

    @Test func anExpiredOrReleasedClaimIsNotShown() throws {
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: ana)
        try claim("Mow", until: "2025-11-16T15:00:00.000Z", number: 1, on: ana)
        let device = later("2025-11-16T14:00:00.000Z")
        #expect(try titles(device)[1] == "Paint the fence (idea)")
        #expect(try titles(device)[0].contains("until 15:00"))
        try ana.succeed(
            "commit-node", "RELEASE", "--task", "Mow", "-f", "claimId=\(Self.ids[1])")
        #expect(try titles(ana)[0] == "Mow the lawn (idea)")
        #expect(try titles(ana)[1].contains("claimed"))
        // Someone else's RELEASE ends nothing.
        try people.device("eve").succeed(
            "commit-node", "RELEASE", "--task", "Paint", "-f", "claimId=\(Self.ids[0])")
        #expect(try titles(ana)[1].contains("claimed by Test"))
        // What is too long a claim is none.
        try claim("Mow", until: "2025-11-30T15:00:00.000Z", number: 1, on: ana)
        #expect(try titles(ana)[0] == "Mow the lawn (idea)")
    }

    /// The last claim of the log counts, as `redo show` has it, whether it lies in a pack or not.
    @Test(arguments: [false, true]) func theLastClaimCounts(_ isPacked: Bool) throws {
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: ana)
        try claim(
            "Paint", until: "2025-11-16T18:00:00.000Z", number: 1, on: people.device("eve"))
        if isPacked { _ = try ana.run("gc", "--all", "-q") }
        #expect(try titles(ana)[1] == "Paint the fence (idea, claimed by eve until 18:00)")
        #expect(try ana.succeed("show", "Paint").contains("by eve, until "))
        // A past moment knows nothing of it.
        let past = try ana.run(
            "list", "--columns", "title", "--as-of", "2025-11-16T11:00:00.000Z", "--all")
        #expect(!past.text.contains("claimed"))
    }

    @Test func aColumnAndAMemberSayTheSame() throws {
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: ana)
        #expect(
            try ana.succeed("list", "--columns", "claimed,title", "--sort", "title")
                == "CLAIMED           TITLE\n"
                + "-                 Mow the lawn (idea)\n"
                + "Test until 14:00  Paint the fence (idea)\n")
        let lines = try ana.run("list", "--json", "--sort", "title").lines
        let members = try lines.map { try JSONDocument(Array($0.utf8)).root.value["claim"] }
        #expect(members[0] == nil)
        let user = try MachineRoom.user(ana)
        #expect(members[1]?["by"]?.string?.description == user)
        #expect(members[1]?["name"]?.string?.description == "Test")
        #expect(members[1]?["until"]?.string?.description == "2025-11-16T14:00:00.000Z")
    }

    @Test func theColumnHasAColour() throws {
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: ana)
        var device = ana
        device.variables["REDO_COLOR"] = "always"
        let text = try device.succeed("list", "--columns", "claimed,title", "--sort", "title")
        #expect(text.contains("\u{1B}[36mTest until 14:00"), "\(text)")
        #expect(!text.contains("\u{1B}[36m-"))
        #expect(try titles(device)[1].contains("(idea, claimed by Test until 14:00)"))
    }

    @Test func aQueryAsksForIt() throws {
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: ana)
        #expect(try ana.titles("is:claimed") == ["Paint the fence"])
        #expect(try ana.titles("not is:claimed") == ["Mow the lawn"])
        #expect(try later("2025-11-16T14:00:00.000Z").titles("is:claimed") == [])
        #expect(try ana.run("export", "--query", "is:claimed").lines.count == 2)
    }

    /// A person's name stands before the author's, and none of them harms the terminal.
    @Test func namesAreThePersonsAndHarmless() throws {
        _ = try people.makePerson("An\u{1B}[2Ja \u{202E}of the very long name without an end")
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: ana)
        let shown = try titles(ana)[1]
        #expect(shown.contains("claimed by An"), "\(shown)")
        #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}"))
        #expect(shown.hasSuffix(" until 14:00)") && !shown.contains("without an end"))
    }

    /// A revoked key's claim is void.
    @Test func aVoidClaimIsNotShown() throws {
        _ = try people.makePerson()
        try people.join("laptop")
        try claim("Paint", until: "2025-11-16T14:00:00.000Z", on: people.device("laptop"))
        #expect(try titles(ana)[1].contains("claimed by Ana"))
        let claimed = try #require(
            try ana.run("log", "--task", "Paint", "--format", "%H").lines.first)
        let revoked = try ana.run(
            "device", "revoke", "laptop", "--void", claimed, "--yes")
        #expect(revoked.status == 0, "\(revoked)")
        #expect(try titles(ana)[1] == "Paint the fence (idea)")
        #expect(try ana.titles("is:claimed") == [])
    }
}
