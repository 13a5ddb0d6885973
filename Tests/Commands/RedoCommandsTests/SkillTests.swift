import Foundation
import RedoCommands
import RedoTaskCommands
import TestSupport
import Testing

/// `redo skill`.
@Suite struct SkillTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    private func skill(_ arguments: String...) throws -> CommandOutcome {
        try runner.run("redo-skill", arguments)
    }

    private func text(_ name: String = "AGENTS.md") throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: runner.path(name))), as: UTF8.self)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: runner.path(name))
    }

    @Test func theFileIsWrittenOnceAndRemovedAsAWhole() throws {
        #expect(try skill().text == "wrote ./AGENTS.md\n")
        let first = try text()
        #expect(first.contains("redo prime") && first.contains("is:ready"))
        #expect(try skill().text == "unchanged ./AGENTS.md\n")
        #expect(try text() == first)
        #expect(try skill("--remove").text == "removed ./AGENTS.md\n")
        #expect(!exists("AGENTS.md"))
        #expect(try skill("--remove").text == "unchanged ./AGENTS.md\n")
    }

    @Test(arguments: ["# Mine\n", "# Mine\r\n\r\ntext\r\n", "a\n\n\nb\n", "\u{FEFF}x\n"])
    func otherLinesStayAsTheyAre(_ before: String) throws {
        try runner.write(Array(before.utf8), to: "AGENTS.md")
        #expect(try skill().text == "updated ./AGENTS.md\n")
        let with = try text()
        #expect(with.hasPrefix(before))
        // The ends of lines are those of the file.
        #expect(!before.contains("\r\n") || !with.replacing("\r\n", with: "").contains("\n"))
        #expect(try skill().text == "unchanged ./AGENTS.md\n")
        #expect(try skill("--remove").status == 0)
        #expect(try Array(text().utf8) == Array(before.utf8))
    }

    @Test func anOlderBlockIsReplacedWhereItIs() throws {
        _ = try skill()
        let block = try text()
        var lines = block.components(separatedBy: "\n")
        lines[3] = "what an older version wrote"
        try runner.write(
            Array(("before\n" + lines.joined(separator: "\n") + "after\n").utf8), to: "AGENTS.md")
        #expect(try skill().text == "updated ./AGENTS.md\n")
        #expect(try text() == "before\n" + block + "after\n")
        #expect(try skill("--remove").status == 0)
        #expect(try text() == "before\nafter\n")
    }

    @Test func aLinkStays() throws {
        try runner.write(Array("theirs\n".utf8), to: "CLAUDE.md")
        try FileManager.default.createSymbolicLink(
            atPath: runner.path("AGENTS.md"), withDestinationPath: "CLAUDE.md")
        #expect(try skill().status == 0)
        let target = try FileManager.default.destinationOfSymbolicLink(
            atPath: runner.path("AGENTS.md"))
        #expect(target == "CLAUDE.md")
        #expect(try text("CLAUDE.md").hasPrefix("theirs\n<!-- redo skill: begin"))
        #expect(try skill("--remove").status == 0)
        #expect(try text("CLAUDE.md") == "theirs\n")
    }

    @Test func marksThatAreNotAPairAreRefused() throws {
        _ = try skill()
        let half =
            try text().components(separatedBy: "\n").dropLast(2).joined(separator: "\n") + "\n"
        for contents in [half, half + half, try text() + text()] {
            try runner.write(Array(contents.utf8), to: "AGENTS.md")
            for arguments in [[], ["--remove"]] {
                let outcome = try runner.run("redo-skill", arguments)
                #expect(outcome.status == 128 && outcome.error.contains("(STORAGE_004)"))
            }
            #expect(try text() == contents)
        }
    }

    @Test func aSkillBeginsWithItsName() throws {
        #expect(try skill("--skill").text == "wrote ./SKILL.md\n")
        #expect(try text("SKILL.md").hasPrefix("---\nname: redo\n"))
        #expect(try skill("--skill", "--remove").text == "removed ./SKILL.md\n")
    }

    @Test func aDryRunPrintsTheFile() throws {
        let outcome = try skill("--dry-run")
        #expect(outcome.text.contains("redo prime") && !exists("AGENTS.md"))
    }

    @Test func aMissingFolderIsRefused() throws {
        let outcome = try skill("absent")
        #expect(outcome.status == 128)
    }

    /// `make manual` writes it.
    @Test func thePageOfTheRepositoryIsCurrent() throws {
        let path = Fixtures.package.appending(path: SkillBlock.pagePath).path
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == SkillBlock.page(of: Suite.commands)
        )
    }
}
