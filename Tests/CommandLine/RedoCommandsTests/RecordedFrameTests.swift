import Foundation
import RedoCommandLine
import RedoScreen
import TestSupport
import Testing

@testable import RedoCommands

/// Each screen at three sizes, compared with the frames of `Fixtures/frames`.
///
/// `REDO_RECORD_FRAMES=1 swift test --filter RecordedFrameTests` writes them; `scripts/make-pictures.py` draws the pictures of
/// README.md from them.
@Suite struct RecordedFrameTests {
    static let isRecording = ProcessInfo.processInfo.environment["REDO_RECORD_FRAMES"] != nil
    static let folder = Fixtures.folder.appending(path: "frames")

    struct Size: CustomTestStringConvertible, Sendable {
        let columns: Int
        let rows: Int
        var testDescription: String { "\(columns)x\(rows)" }
    }

    static let sizes = [
        Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 160, rows: 50),
    ]

    /// What is typed to come to a screen: a line feed is Enter, a tab is Tab.
    static let screens: [(name: String, keys: String)] = [
        ("tasks", ""), ("marked", "  j"), ("search", "/tag:home"), ("agenda", "2"),
        ("projects", "3"),
        ("log", "4"), ("statistics", "5"), ("help", "?"), ("add", "aBuy stamps\ttomorrow"),
        ("edit", "e"), ("task", "\n"), ("node", "4\n"), ("repair", "4R"), ("merge", "/fence\nm"),
        ("command", ":merge\t"), ("snooze", "s"),
    ]

    /// The store of the manual's examples, of which every id is known.
    private static func harness() throws -> CommandHarness {
        var harness = try CommandHarness()
        let user = "8fbbe5d01550d2d4d43baa6895ac4ca6"
        let home = "\(harness.folder.path)/ana"
        harness.variables["HOME"] = home
        harness.variables["REDO_DEVICE"] = "laptop"
        harness.variables["TERM"] = "xterm-256color"
        let keys = "\(home)/.config/redo/keys"
        let files = FileManager.default
        try files.createDirectory(
            atPath: keys, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let manual = Fixtures.folder.appending(path: "manual")
        try files.copyItem(
            atPath: manual.appending(path: "\(user).key").path, toPath: "\(keys)/\(user).key")
        try files.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: "\(keys)/\(user).key")
        try Data("[user]\n\tkey = \(user)\n\tname = Ana\n".utf8).write(
            to: URL(filePath: "\(home)/.config/redo/config"))
        _ = try harness.run("import", manual.appending(path: "log.jsonl").path)
        return harness
    }

    @Test(arguments: sizes) func eachScreenIsAsItWasRecorded(_ size: Size) throws {
        let harness = try Self.harness()
        var names: Set<String> = []
        for (screen, keys) in Self.screens {
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
            let file = Self.folder.appending(path: name)
            if Self.isRecording {
                try FileManager.default.createDirectory(
                    at: Self.folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
                continue
            }
            let recorded = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
            #expect(text == recorded, "\(name): REDO_RECORD_FRAMES=1 records it")
        }
        // No frame of a screen is left that is gone.
        let ending = "-\(size.testDescription).txt"
        let there = try Fixtures.names(in: Self.folder).filter { $0.hasSuffix(ending) }
        #expect(Set(there) == names)
    }
}
