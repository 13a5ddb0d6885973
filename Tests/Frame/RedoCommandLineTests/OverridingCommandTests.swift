import Foundation
import TestSupport
import Testing

@testable import RedoCommandLine

/// Hints that name a command which destroys or overrides: programs run what errors name.
@Suite struct OverridingCommandTests {
    @Test(arguments: [
        ("'redo key delete --force ab12' deletes it all the same", "key"),
        ("'redo key delete ab12' deletes it", "key"),
        ("'redo init --force' creates the store all the same", "init"),
        ("without a question: redo delete --now 3", "delete"),
        ("'redo delete Milk' moves it into the trash", "delete"),
        ("'redo trash empty' removes them", "trash"),
        ("'redo fsck --give-up sha256:ab' gives it up", "fsck"),
        ("'redo-release --force 1' releases it", "release"),
        ("'redo --no-pager release --force 1' releases it", "release"),
        ("'redo config remote.origin.encrypted false' lets all go there in the clear", "config"),
        ("if you know it: redo config --global s3.example.org.trusted true", "config"),
        ("--force replaces it", nil),
    ])
    func aProgramGetsThePage(_ hint: String, _ page: String?) throws {
        let command = try #require(OverridingCommand(in: hint))
        #expect(command.page == page)
        let shown = OverridingCommand.shown(hint: hint, toPerson: false)
        #expect(shown.hasPrefix(page.map { "redo-\($0)(1) explains" } ?? "redo(1) explains"))
        #expect(OverridingCommand(in: shown) == nil)
        #expect(OverridingCommand.shown(hint: hint, toPerson: true) == hint)
    }

    @Test(arguments: [
        "'redo key export FILE' keeps a copy of it", "'redo trash restore 3' brings it back",
        "'redo config remote.origin.encrypted true' encrypts it", "'redo remote remove origin'",
        "'gnome-keyring-daemon --replace --unlock' starts one",
        "'redo show 3' shows the task 'delete --now'", "redo-fsck(1) explains what can be done",
    ])
    func otherHintsStayAsTheyAre(_ hint: String) {
        #expect(OverridingCommand(in: hint) == nil)
        #expect(OverridingCommand.shown(hint: hint, toPerson: false) == hint)
    }

    @Test func hintsAmongLinesAreShownOnce() {
        let text = """
            error: no key (KEYCHAIN_001)
            hint: 'redo keygen' creates one
            hint: 'redo key import --force FILE' replaces it
            hint: 'redo key delete ab' deletes it

            """
        #expect(
            OverridingCommand.shown(lines: text, toPerson: false) == """
                error: no key (KEYCHAIN_001)
                hint: 'redo keygen' creates one
                hint: redo-key(1) explains what can be done, and what it costs

                """)
        #expect(OverridingCommand.shown(lines: text, toPerson: true) == text)
    }

    // MARK: The sources

    /// The string literals of the sources, each line with its file.
    private static func lines() throws -> [(file: String, line: Substring)] {
        let sources = Fixtures.package.appending(path: "Sources")
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var lines: [(file: String, line: Substring)] = []
        for case let url as URL in files where url.pathExtension == "swift" {
            let text = try String(contentsOf: url, encoding: .utf8)
            for line in text.split(separator: "\n")
            where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                lines.append((url.lastPathComponent, line))
            }
        }
        return lines
    }

    private static func literals(of line: Substring) -> [String] {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    }

    /// A command that destroys or overrides is in a hint, or nowhere: in a message, a warning or a note no terminal would be asked
    /// for.
    @Test func onlyHintsNameSuchCommands() throws {
        let markers = [
            "note(", "warn(", "print(", "usage(", "notes.append(", "RedoError(", "complain(\"",
        ]
        var count = 0
        for (file, line) in try Self.lines() where file != "OverridingCommand.swift" {
            let named = Self.literals(of: line).filter { OverridingCommand(in: $0) != nil }
            if named.isEmpty { continue }
            count += 1
            let isHint = line.contains("hint")
            #expect(
                isHint || !markers.contains { line.contains($0) }, "\(file): \(line)")
        }
        // The scan finds those that there are.
        #expect(count >= 8)
    }

    /// What writes hints goes through the one place: `complain`, or `shown(hint:)` for standard output.
    @Test func hintsGoThroughTheOnePlace() throws {
        for (file, line) in try Self.lines() where line.contains("hint: \\(") {
            let isSafe =
                line.contains("complain(") || line.contains("shown(hint:")
                || line.contains("hints.map")
            let isInOnePlace = ["CommandContext+Errors.swift", "CommandContext.swift"].contains(
                file)
            let isFixed = ["SharedLibrary.swift", "Status.swift", "ManualPage.swift"].contains(file)
            let isOfHelp = line.contains("helpHint") || line.contains("GitRemote.makingHint")
            #expect(isSafe || isInOnePlace || isFixed || isOfHelp, "\(file): \(line)")
        }
        // Nothing else writes hints to standard error.
        for (file, line) in try Self.lines() where line.contains("standard error\"") {
            #expect(
                ["Surroundings.swift", "Progress.swift", "Main.swift"].contains(file),
                "\(file): \(line)")
        }
    }
}
