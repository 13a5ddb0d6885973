import TestSupport
import Testing

/// Parts of queries, tags, projects, dates and titles, in each shell.
@Suite(.serialized) struct QueryCompletionTests {
    let shell: CompletingShell

    init() throws {
        shell = try CompletingShell()
        _ = try shell.runner.run(
            "redo-add", ["Water plants", "-t", "garden", "--project", "home.garden"])
        _ = try shell.runner.run("redo-config", ["context.work.query", "project:work"])
    }

    @Test func bashCompletesPartsOfQueries() throws {
        #expect(try shell.bash("redo", "list", "+ga") == ["+garden"])
        #expect(try shell.bash("redo", "list", "sched") == ["scheduled:"])
        // Bash takes words apart at colons, and replaces what follows the last one.
        #expect(try shell.bash("redo", "list", "project", ":", "home.") == ["home.garden"])
        #expect(try shell.bash("redo", "list", "is", ":", "over") == ["overdue"])
        #expect(try shell.bash("redo", "list", "due", ":", "tom") == ["tomorrow"])
        #expect(try shell.bash("redo", "list", "due", ":").contains("today"))
        #expect(try shell.bash("redo", "list", "tod") == ["today"])
        #expect(try shell.bash("redo", "search", "tod") == [])
    }

    @Test func bashCompletesValuesOfOptions() throws {
        #expect(try shell.bash("redo", "list", "--project", "ho") == ["home", "home.garden"])
        #expect(try shell.bash("redo", "add", "x", "-t", "ga") == ["garden"])
        #expect(try shell.bash("redo", "list", "-t", "x,ga") == ["x\\,garden"])
        #expect(try shell.bash("redo", "list", "--sort", "due,-prio") == ["due\\,-priority"])
        #expect(try shell.bash("redo", "list", "--context", "w") == ["work"])
        #expect(try shell.bash("redo", "edit", "x", "--due", "tom") == ["tomorrow"])
    }

    @Test func bashCompletesWordsOfNewTasks() throws {
        #expect(try shell.bash("redo", "add", "Plant", "+ga") == ["+garden"])
        #expect(try shell.bash("redo", "add", "Plant", "proj") == ["project:"])
        #expect(try shell.bash("redo", "add", "Plant", "due", ":", "tom") == ["tomorrow"])
        #expect(try shell.bash("redo", "edit", "milk", "due", ":", "tom") == ["tomorrow"])
    }

    @Test func titlesAreFoundByAnyWord() throws {
        #expect(try shell.bash("redo", "done", "plan") == ["Water\\ plants"])
        #expect(try shell.bash("redo", "block", "x", "--on", "plan") == ["Water\\ plants"])
        #expect(try shell.zsh("redo done plan").line == "redo done Water\\ plants ")
        #expect(
            try shell.fish("redo done plan").contains { $0.hasPrefix("Water plants\t") })
    }

    @Test func zshCompletesThem() throws {
        #expect(try shell.zsh("redo list +ga").line == "redo list +garden ")
        #expect(try shell.zsh("redo list sched").line == "redo list scheduled:")
        #expect(try shell.zsh("redo list project:home.").line == "redo list project:home.garden ")
        #expect(try shell.zsh("redo list is:overd").line == "redo list is:overdue ")
        #expect(
            try shell.zsh("redo list --project=home.").line == "redo list --project=home.garden ")
    }

    @Test func fishCompletesThem() throws {
        func names(_ line: String) throws -> [String] {
            try shell.fish(line).map { $0.split(separator: "\t").first.map(String.init) ?? "" }
        }
        #expect(try names("redo list +ga") == ["+garden"])
        #expect(try names("redo list project:home.") == ["project:home.garden"])
        #expect(try names("redo list is:overd") == ["is:overdue"])
        #expect(try names("redo list --sort due,-prio") == ["due,-priority"])
        #expect(try names("redo add x -t ga") == ["garden"])
    }
}
