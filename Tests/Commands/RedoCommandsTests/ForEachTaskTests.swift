import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo for-each-task`, and the formats of `redo op log`.
@Suite struct ForEachTaskTests {
    private let store: CommandHarness

    init() throws {
        store = try CommandHarness()
        try store.succeed("add", "Milk", "-p", "5", "--due", "2025-12-01", "--tag", "a,b")
        try store.succeed("add", "Lawn", "--draft")
        try store.succeed("add", "Old bike", "--draft")
        try store.succeed("archive", "Old bike")
    }

    private func tasks(_ words: String...) throws -> [String] {
        let outcome = try store.run(["for-each-task"] + words)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.lines
    }

    @Test func eachTaskOfTheStateHasALine() throws {
        let lines = try tasks()
        #expect(lines == lines.sorted())
        #expect(
            Set(lines.map { String($0.dropFirst(37)) })
                == ["open\tMilk", "draft\tLawn", "archived\tOld bike"])
        try store.succeed("delete", "--now", "--force", "Lawn")
        #expect(try tasks("--format=%(title)", "--sort=title") == ["Milk", "Old bike"])
    }

    @Test func aQuerySortsAndLimits() throws {
        #expect(try tasks("--format=%(title)", "--sort=-title") == ["Old bike", "Milk", "Lawn"])
        #expect(try tasks("--format=%(title)", "--sort=-priority", "-n", "1") == ["Milk"])
        #expect(try tasks("--format=%(title)", "priority:5") == ["Milk"])
        #expect(try tasks("--format=%(title)", "--query=tag:a") == ["Milk"])
        let none = try store.run("for-each-task", "--format=%(title)", "tag:c")
        #expect(none.status == 0 && none.output.isEmpty)
        #expect(none.error.hasPrefix("note: no task matches 'tag:c'\n"))
    }

    @Test func aWordOfACommentIsFound() throws {
        try store.succeed("comment", "add", "Milk", "from the farm")
        #expect(try tasks("--format=%(title)", "farm") == ["Milk"])
    }

    @Test func timesOfAnImportedTaskAreThoseOfItsProgram() throws {
        let file = "\(store.directory.path)/tasks.json"
        let text =
            #"[{"description":"Paid","status":"completed","entry":"20251101T053954Z","#
            + #""end":"20251105T000000Z","due":"20251107T000000Z","#
            + #""uuid":"00000000-0000-4000-8000-000000000001"}]"#
        try Data(text.utf8).write(to: URL(filePath: file))
        try store.succeed("import", "--from", "taskwarrior", file)
        #expect(
            try tasks("--format=%(created:unix) %(completed:unix)", "title:Paid")
                == ["1761975594 1762300800"])
    }

    @Test func fieldsAreThoseOfTheTask() throws {
        let id = try store.succeed("rev-parse", "--task", "Milk").dropLast()
        let head = try store.succeed("rev-parse", "Milk").dropLast()
        let format =
            "%(id)|%(title)|%(state)|%(priority)|%(tags)|%(heads)|%(due:unix)|%(field:priority)|%(blocked)|%(every)"
        let line = try tasks("--format", format, "priority:5")[0].split(
            separator: "|", omittingEmptySubsequences: false)
        #expect(line.prefix(6) == ["\(id)", "Milk", "open", "5", "a b", "\(head)"])
        #expect(Int(line[6]) ?? 0 > 1_764_000_000)
        #expect(line.suffix(3) == ["5", "false", ""])
        let short = try tasks("--format=%(id:short)", "priority:5")[0]
        #expect(id.hasPrefix(short) && short.count >= 4)
    }

    @Test func jsonHasTheNamesOfTheFields() throws {
        let line = try tasks(
            "--json", "--format=%(title)%(tags)%(priority)%(id:short)", "priority:5")[0]
        let object = try JSONDocument(Array(line.utf8)).root.value
        #expect(object["title"]?.string == "Milk")
        #expect(object["tags"] == ["a", "b"])
        #expect(object["priority"] == 5)
        #expect(object["id:short"] != nil)
        let usual = try JSONDocument(Array(try tasks("--json", "priority:5")[0].utf8)).root.value
        #expect(usual["heads"] != nil && usual["state"]?.string == "open")
    }

    @Test func linesEndWithZeros() throws {
        let outcome = try store.run("for-each-task", "-z", "--sort=title", "--format=%(title)%n")
        #expect(outcome.text == "Lawn\n\0Milk\n\0Old bike\n\0")
    }

    @Test(arguments: [
        ["--format=%(nothing)"], ["--sort=nothing"], ["-n", "x"], ["priority:"], ["--format=%H"],
    ])
    func wrongUsage(_ arguments: [String]) throws {
        let outcome = try store.run(["for-each-task"] + arguments)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
    }

    @Test func operationsHaveFields() throws {
        let format = "--format=%(command)|%(kind)|%(actions)|%(tasks:name)|%(takenBack)"
        let outcome = try store.run("op", "log", "-n", "2", format)
        #expect(
            outcome.lines == [
                "archive|change|ARCHIVE|Old bike|false", "add|change|CREATE|Old bike|false",
            ])
        let json = try store.succeed("op", "log", "-n1", "--json", "--format=%(number)%(command)")
        #expect(json == #"{"command":"archive","number":4}"# + "\n")
        #expect(try store.run("op", "log", "--format=%(title)").status == 129)
        #expect(try store.run("op", "restore", "yesterday", "--format=%(id)").status == 129)
    }
}
