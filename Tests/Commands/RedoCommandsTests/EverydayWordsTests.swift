import RedoCommandLine
import RedoCommands
import TestSupport
import Testing

/// The words of the commands that people use every day: one word for one thing, and none of the log's.
@Suite struct EverydayWordsTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// Words of the log and of the protocol, which everyday commands do not use.
    private static func forbiddenWords(in text: String) -> [String] {
        let pattern =
            #/\b(to-dos?|drafts?|dialects?|heads?|nodes?|epochs?|principals?)\b/#.ignoresCase()
        // A key of the configuration has the name that it has.
        return text.replacing("redo.dialect", with: "").matches(of: pattern).map { String($0.0) }
    }

    /// Commands of the group that are about nodes or operations all the same.
    private static let exempt = ["revert", "op", "room"]

    private static var commands: [String] {
        let tasks = Suite.commands.groups.first { $0.title == "work with tasks" }
        let names = (tasks?.entries.map(\.name) ?? []).filter { !exempt.contains($0) }
        // What people call to keep their tasks elsewhere, and to come from elsewhere.
        let further = ["push", "fetch", "pull", "clone", "keygen", "import"]
        return names + (Suite.commands.everyday + further).filter { !names.contains($0) }
    }

    @Test(arguments: commands) func theShortHelpHasNone(_ name: String) throws {
        let help = try store.run(name, ["-h"])
        #expect(help.status == 0)
        #expect(Self.forbiddenWords(in: help.text).isEmpty, "\(help.text)")
    }

    @Test func theOverviewHasNone() {
        let summaries = Suite.commands.everyday.compactMap {
            Suite.commands.command(named: $0)?.specification.summary
        }
        #expect(summaries.count == Suite.commands.everyday.count)
        #expect(Self.forbiddenWords(in: summaries.joined(separator: "\n")).isEmpty)
    }

    /// What is printed on a day, with the mistakes that people make.
    @Test func messagesHaveNone() throws {
        let lines = [
            "add Milk --due tomorrow -t shop --project home.kitchen --description Two",
            "add Idea --draft", "add Rent --every month --due 2025-12-01", "add", "add ''",
            "add Milk --due 2025-13-40", "list", "list --all", "list nosuchword", "agenda",
            "calendar", "search milk", "search nosuchword", "show Milk", "show Milk Idea --ids",
            "show nothing", "edit Milk -p 5 --depends-on Rent", "edit Idea", "edit Milk",
            "edit Milk --notes fresh", "urgency Milk", "urgency Idea", "block Idea --on Milk",
            "unblock Idea --on Milk", "start Milk", "stop Milk", "work", "comment",
            "comment add Milk 'from the farm'", "comment list", "comment Milk x",
            "category add Food", "category", "category delete Food", "snooze Milk --days 2",
            "snooze Idea --days 2", "snooze Milk --until friday", "done Milk", "done Milk",
            "done Rent", "done Idea", "done Milk --at 2030-01-01", "todo Milk --due friday",
            "todo Milk --due saturday", "undo", "undo --forward", "stats", "stats --time",
            "archive Milk", "unarchive Milk", "delete Milk", "delete Milk", "trash", "trash empty",
            "restore Milk", "delete Idea --now", "show Idea", "context", "context nowhere",
            "template list", "share", "shares", "config redo.rank", "open task://taskId/x",
        ]
        for line in lines {
            let words = try #require(shellWords(line))
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            let text = outcome.text + outcome.error
            #expect(Self.forbiddenWords(in: text).isEmpty, "\(line): \(text)")
        }
    }
}
