import RedoCommandLine
import RedoCommandParts
import RedoCommands
import TestSupport
import Testing

/// No filter returns an empty list without saying what it looked for.
@Suite struct EmptyAnswerTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("milk", "-t", "shop", "--project", "home", "--due", "2025-11-17")
        try #require(store.run("done", [try store.add("bread")]).status == 0)
    }

    private func notes(_ command: String, _ arguments: [String]) throws -> [String] {
        let outcome = try store.run(command, arguments)
        return outcome.error.split(separator: "\n").map(String.init)
    }

    // MARK: All commands

    /// For each command with a query or a filter of nodes: arguments that match nothing.
    private static let filters: [String: [String]] = [
        "list": ["tag:nothing"], "search": ["--query", "tag:nothing"],
        "for-each-task": ["tag:nothing"], "export": ["--query", "tag:nothing"],
        "graph": ["--dependencies", "--query", "tag:nothing"],
        "watch": ["--query", "tag:nothing", "--since", "0", "--once"],
        "vdir": ["calendars", "--query", "tag:nothing"],
        "view": ["tag:nothing", "-o", "-"], "log": ["--author", "nobody"],
        "rev-list": ["--all", "--author", "nobody"],
        "revert": ["--by", "me", "--query", "tag:nothing"],
        "tags": ["--context", "empty"], "projects": ["--context", "empty"],
        "agenda": ["--context", "empty"], "calendar": ["--context", "empty"],
    ]

    /// Commands that have a filter, and say what was found in another way.
    private static let exempt: [String: String] = [
        "agenda": "each day is printed, and the context is named",
        "calendar": "the month is printed, and the context is named",
    ]

    /// Commands that ask a remote before they answer.
    private static let ofRemotes: Set<String> = ["claim"]

    private static func hasFilter(_ command: CommandSpecification) -> Bool {
        let nodeFilters = NodeFilter.options.map(\.name)
        func takes(_ kind: NameKind) -> Bool {
            command.allOptions.contains { $0.value?.kind == .name(kind) }
        }
        // What writes applies a context to a query.
        let isReading = if case .reads = command.effect { true } else { false }
        let hasQuery = takes(.query) || isReading && takes(.context)
        let isOfNodes = nodeFilters.allSatisfy { name in
            command.allOptions.contains { $0.name == name }
        }
        return hasQuery || command.takesQuery || isOfNodes
    }

    @Test func eachCommandThatFiltersSaysWhatItLookedFor() throws {
        try #require(store.run("config", ["context.empty.query", "tag:nothing"]).status == 0)
        try #require(store.run("config", ["--global", "core.editor", "true"]).status == 0)
        try #require(store.runner.shell("mkdir calendars").status == 0)
        for command in Suite.commands.specifications
        where Self.hasFilter(command) && !Self.ofRemotes.contains(command.name) {
            // Commands for named tasks share one reader of queries.
            let shared = ["--query", "tag:nothing"]
            let isShared = command.options.contains { $0.name == "yes" }
            guard let arguments = Self.filters[command.name] ?? (isShared ? shared : nil) else {
                Issue.record("\(command.name) filters, and is not in the table of this test")
                continue
            }
            let further = Self.further[command.name] ?? []
            let outcome = try store.run(command.name, arguments + further)
            #expect(outcome.status < 2, "\(command.name) \(outcome)")
            let said =
                outcome.error.contains("nothing") || outcome.error.contains("nobody")
                || outcome.error.contains("empty")
            #expect(said, "\(command.name): \(outcome)")
        }
        for name in Self.filters.keys {
            let command = try #require(Suite.commands.command(named: name)?.specification)
            #expect(Self.hasFilter(command), "\(name)")
        }
        for name in Self.exempt.keys { #expect(Self.filters[name] != nil) }
    }

    /// What commands need beside a query.
    private static let further: [String: [String]] = [
        "share": ["--close"], "unshare": ["--with", "me"],
        "snooze": ["--days", "1"], "edit": ["--priority", "4"], "todo": ["--due", "tomorrow"],
    ]

    // MARK: What is said

    @Test func aWordNearAReportNamesIt() throws {
        #expect(
            try notes("list", ["overdeu"]) == [
                "note: no task has 'overdeu' in it; the report is 'overdue'"
            ])
        #expect(try notes("list", ["xyz"]) == ["note: no task has 'xyz' in it"])
        let several = try notes("list", ["overdeu", "milk"])
        #expect(several.first == "note: no task matches 'overdeu milk'")
        #expect(several.contains("hint: the report is 'overdue': --report overdue"))
    }

    @Test func aReportWithoutTasksIsNamed() throws {
        #expect(try notes("list", ["overdue"]) == ["note: no task is in the report 'overdue'"])
        #expect(
            try notes("list", ["soon", "+x"]).first
                == "note: no task in the report 'soon' matches '+x'")
    }

    @Test func anEmptyStoreIsSilentWithoutAFilter() throws {
        let empty = try TaskStore()
        #expect(try empty.run("list").error.isEmpty)
        #expect(try empty.run("list", ["+x"]).error == "note: there are no tasks yet\n")
    }

    @Test func unknownTagsAndProjectsAreNamed() throws {
        #expect(
            try notes("list", ["+shpo"]) == [
                "note: no task matches '+shpo'",
                "hint: no task has the tag 'shpo'; there is 'shop'",
            ])
        #expect(
            try notes("list", ["--project", "work"]) == [
                "note: no task matches '--project=work'", "hint: no task has the project 'work'",
            ])
    }

    /// A space in the value ends it, and what there is tells how it is typed.
    @Test func aProjectWithASpaceIsQuoted() throws {
        try store.add("shelf", "--project", "Home improvement")
        #expect(
            try notes("list", ["project:Home improvement"]) == [
                "note: no task matches 'project:Home improvement'",
                "hint: in quotes a value can have a space: 'project:\"Home improvement\"'",
            ])
        #expect(try notes("list", ["project:\"Home improvement\""]).isEmpty)
        // The beginning of a project is not said to be missing.
        #expect(try notes("list", ["project:Home +x"]).allSatisfy { !$0.contains("'Home'") })
    }

    @Test func unknownCategoriesAreNamed() throws {
        _ = try store.run("category", ["add", "Garden"])
        #expect(
            try notes("list", ["--category", "Gard"]) == [
                "note: no task matches '--category=Gard'",
                "hint: there is no category 'Gard'; there is 'Garden'",
            ])
        #expect(
            try notes("list", ["category:garden"]) == ["note: no task matches 'category:garden'"])
        #expect(
            try notes("list", ["category:Roof"]) == [
                "note: no task matches 'category:Roof'", "hint: there is no category 'Roof'",
            ])
    }

    @Test func whatIsHiddenIsCounted() throws {
        #expect(
            try notes("list", ["bread"]) == [
                "note: no task has 'bread' in it",
                "hint: 1 task is done, archived or hidden until later and matches: --all shows them",
            ])
    }

    @Test func programsReadNothingElse() throws {
        for form in ["--json", "--ids"] {
            let outcome = try store.run("list", [form, "tag:x"])
            #expect(outcome.output.isEmpty)
            #expect(outcome.codedError.hasPrefix("note: no task matches"))
        }
    }

    @Test func aMinusSignBeforeAKeyIsAPartOfTheQuery() throws {
        #expect(try store.run("list", ["-tag:shop", "--json"]).output.isEmpty)
        #expect(try !store.run("list", ["-tag:x", "--json"]).output.isEmpty)
        let outcome = try store.run("list", ["-home"])
        #expect(outcome.status == 129 && outcome.error.contains("-tag:home"), "\(outcome)")
    }

    /// A list that is cut to nothing is not called empty.
    @Test func aLimitOfNothingIsNamed() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Milk")
        let outcome = try harness.run("list", "-n", "0")
        #expect(outcome.status == 0 && outcome.error == "note: --limit=0 shows no task\n")
    }
}
