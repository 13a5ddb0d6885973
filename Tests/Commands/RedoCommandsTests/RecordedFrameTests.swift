import Foundation
import RedoCommandLine
import RedoScreen
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// Each screen at three sizes, compared with the frames of `Fixtures/frames`.
///
/// `REDO_RECORD_FRAMES=1 swift test --filter RecordedFrameTests` writes them; `scripts/make-pictures.py` draws the pictures of
/// README.md from them.
@Suite struct RecordedFrameTests {
    static let isRecording = ProcessInfo.processInfo.environment["REDO_RECORD_FRAMES"] != nil
    static let directory = Fixtures.directory.appending(path: "frames")

    /// The screens with the nodes of three rooms, in one of which it is the user's turn.
    private static let rooms: [(name: String, keys: String)] = [
        ("rooms", "6"), ("room", "6j\n"), ("pass", "6jp"), ("say", "6jiGood morning"),
    ]
    private static var roomsPath: String {
        ManualLog.directory.appending(path: "rooms.jsonl").path
    }

    /// The store of the manual's examples, of which every id is known.
    private static func harness() throws -> CommandHarness {
        var harness = try CommandHarness()
        let home = "\(harness.directory.path)/ana"
        harness.variables["HOME"] = home
        harness.variables["REDO_DEVICE"] = "laptop"
        harness.variables["TERM"] = "xterm-256color"
        try ManualLog.addUser(toHome: home)
        // A new store has a random name for its device, which the settings show.
        _ = try harness.succeed("config", "redo.device", "laptop")
        _ = try harness.run("import", ManualLog.path)
        return harness
    }

    @Test(arguments: InterfaceScreens.sizes)
    func eachScreenIsAsItWasRecorded(_ size: InterfaceScreens.Size) throws {
        let (harness, withRooms) = (try Self.harness(), try Self.harness())
        try #require(try withRooms.run("import", Self.roomsPath).status == 0)
        var names: Set<String> = []
        let screens =
            InterfaceScreens.all.map { ($0.name, $0.keys, harness) }
            + Self.rooms.map { ($0.name, $0.keys, withRooms) }
        for (screen, keys, harness) in screens {
            var ui = try InterfaceHarness(
                harness, rows: size.rows, columns: size.columns, isColored: true)
            for key in keys {
                switch key {
                case "\n": ui.press(.enter)
                case "\t": ui.press(.tab)
                default: ui.press(String(key))
                }
                // What is typed comes to a screen that has been drawn.
                _ = ui.interface.frame()
            }
            let name = "\(screen)-\(size.testDescription).txt"
            names.insert(name)
            let text = FrameRecord.text(of: ui.interface.frame())
            let file = Self.directory.appending(path: name)
            if Self.isRecording {
                try FileManager.default.createDirectory(
                    at: Self.directory, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
                continue
            }
            let recorded = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
            #expect(text == recorded, "\(name): REDO_RECORD_FRAMES=1 records it")
        }
        // No frame of a screen is left that is gone.
        let ending = "-\(size.testDescription).txt"
        let there = try Fixtures.names(in: Self.directory).filter { $0.hasSuffix(ending) }
        #expect(Set(there) == names)
    }
}
