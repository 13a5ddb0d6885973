import Foundation
import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// Who is writing in a room, as the store knows it from the remote.
@Suite struct RoomComposingTests {
    private let harness: RoomHarness
    private let room: String

    init() throws {
        harness = try RoomHarness()
        room = try harness.activeRoom()
    }

    /// A notice of a device, made at its moment.
    private func notice(_ device: CommandHarness, room other: String? = nil) throws -> [UInt8] {
        let context = device.context
        let identity = try context.keyring().identity(for: try context.openStore())
        let id = try #require(NodeID(other ?? room))
        let notice = try ComposingNotice(
            in: id, on: identity.author.deviceID, at: context.now(), by: identity.signer)
        return try #require(notice).bytes
    }

    /// What the store knows.
    private func know(_ lines: [UInt8]...) throws {
        let text = lines.map { $0 + [UInt8(ascii: "\n")] }.joined()
        try Data(text).write(
            to: URL(filePath: "\(harness.ana.directory.path)/.redo/composing.cache"))
    }

    private func writing(
        _ device: CommandHarness? = nil, after seconds: Int = 0
    ) throws -> [String] {
        var device = device ?? harness.ana
        device.variables["REDO_WALL"] = "2025-11-16T12:00:\(seconds < 10 ? "0" : "")\(seconds).000Z"
        return try device.run("room", "show", room).lines.filter { $0.contains("writing") }
    }

    private func at(_ device: CommandHarness, _ wall: String) -> CommandHarness {
        RoomHarness.device(device, ["REDO_WALL": "2025-11-16T12:00:\(wall).000Z"])
    }

    @Test func whoWritesIsShownUntilThatIsStale() throws {
        let eve = at(harness.eve, "00")
        try know(try notice(eve))
        #expect(try writing() == ["Eve is writing…"])
        #expect(try writing(after: 24) == ["Eve is writing…"])
        #expect(try writing(after: 25).isEmpty)
        try know(try notice(at(harness.art, "01")), try notice(eve))
        #expect(try writing() == ["Eve and Art are writing…"])
        #expect(try writing(after: 25) == ["Art is writing…"])
        // One knows oneself what one does.
        #expect(try writing(harness.eve) == ["Art is writing…"])
        try know()
        #expect(try writing().isEmpty)
    }

    /// What a store or a remote says is believed of participants alone.
    @Test func strangersDoNotWrite() throws {
        let carol = try harness.device("carol")
        let other = try harness.activeRoom(["Ana", "Eve", "Ben"])
        var broken = try notice(at(harness.eve, "00"))
        broken[20] ^= 1
        try know(
            try notice(at(carol, "00")), try notice(at(harness.art, "00"), room: other), broken,
            [0xFF, 0xFE], Array("{}".utf8), try notice(at(harness.eve, "59")))
        #expect(try writing().isEmpty)
        try know(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
        #expect(try writing().isEmpty)
    }

    @Test func ignoredAuthorsAreNotShown() throws {
        let eve = at(harness.eve, "00")
        try know(try notice(eve))
        let user = try eve.context.keyring().author(for: eve.context.openStore()).userID
        try harness.ana.succeed("ignore", "\(user)")
        #expect(try writing().isEmpty)
    }

    /// In a room that has ended no one writes any more.
    @Test func onlyRoomsThatGoOnAreWrittenIn() throws {
        try know(try notice(at(harness.eve, "00")))
        try harness.art.succeed("room", "leave", "--yes", room)
        #expect(try writing().isEmpty)
    }

    // MARK: In a room

    private func session() throws -> RoomSession {
        let context = at(harness.ana, "00").context
        return try RoomSession(context, context.openStore(), room)
    }

    @Test func theScreenShowsWhoWrites() throws {
        var screen = RoomScreen(try session(), rows: 12, columns: 60, isColored: false)
        #expect(screen.frame().lines[10] == "it is your turn")
        try know(try notice(at(harness.eve, "00")))
        screen.lookForComposing()
        #expect(screen.frame().lines[10] == "it is your turn; Eve is writing…")
        try know()
        screen.lookForComposing()
        #expect(screen.frame().lines[10] == "it is your turn")
    }

    @Test func linesSayItOnce() throws {
        var plain = RoomPlain(try session())
        #expect(plain.lookForComposing().isEmpty)
        try know(try notice(at(harness.eve, "00")))
        #expect(plain.lookForComposing() == ["-- Eve is writing…"])
        try know(try notice(at(harness.eve, "01")))
        #expect(plain.lookForComposing().isEmpty)
        try know()
        #expect(plain.lookForComposing().isEmpty)
    }

    /// Commands are no messages, and whoever cannot speak writes none.
    @Test func onlyMessagesAreTold() throws {
        var screen = RoomScreen(try session(), rows: 12, columns: 60, isColored: false)
        func type(_ text: String) { for key in text { screen.handle(.key(.character(key))) } }
        #expect(!screen.isComposing)
        type("/leave")
        #expect(!screen.isComposing)
        screen.handle(.key(.control("u")))
        var hasTyped = screen.takeTyped()
        #expect(hasTyped)
        type("//a slash")
        #expect(screen.isComposing)
        _ = screen.takeTyped()
        screen.handle(.key(.left))
        hasTyped = screen.takeTyped()
        #expect(!hasTyped)
        screen.handle(.key(.enter))
        #expect(!screen.isComposing)
        type("Draft")
        #expect(screen.isComposing)
        try harness.art.succeed("room", "leave", "--yes", room)
        screen.storeHasChanged()
        #expect(!screen.isComposing)
    }

    @Test func itIsToldWithTheFirstKeyAndThenEveryTenSeconds() {
        var pace = ComposingPace()
        let second: UInt64 = 1_000_000_000
        var told: [UInt64] = []
        for now in 0..<25 where pace.isDue(at: UInt64(now) * second) { told.append(UInt64(now)) }
        #expect(told == [0, 10, 20])
        let stops = [pace.stops(), pace.stops()]
        #expect(stops == [true, false])
        let again = pace.isDue(at: 25 * second)
        #expect(again)
    }
}
