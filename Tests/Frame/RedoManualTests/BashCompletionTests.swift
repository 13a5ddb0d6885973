import TestSupport
import Testing

@Suite struct BashCompletionTests {
    let shell: CompletingShell

    init() throws { shell = try CompletingShell() }

    @Test func commandsAreCompleted() throws {
        #expect(try shell.bash("redo", "lo").sorted() == ["log", "login", "logout"])
        #expect(try shell.bash("redo", "fi") == ["finish"])
        #expect(Set(try shell.bash("redo", "")).isSuperset(of: ["add", "help", "sync"]))
        #expect(try shell.bash("redo", "help", "tu") == ["tutorial"])
        #expect(try shell.bash("redo", "--v") == ["--version"])
    }

    @Test func optionsAreCompleted() throws {
        #expect(try shell.bash("redo", "log", "--ta") == ["--task="])
        #expect(try shell.bash("redo-log", "--ta") == ["--task="])
        #expect(
            try shell.bash("redo", "add", "--no") == ["--notes=", "--no-private", "--no-words"])
        #expect(try shell.bash("redo", "log", "x", "--rev") == ["--reverse"])
        #expect(try shell.bash("redo", "add", "--", "--no") == [])
    }

    @Test func valuesAreCompleted() throws {
        #expect(try shell.bash("redo", "add", "--priority", "h") == ["high"])
        #expect(try shell.bash("redo", "add", "--priority", "=", "h") == ["high"])
        #expect(
            try shell.bash("redo", "add", "--priority", "=") == [
                "critical", "high", "medium", "low",
            ])
        #expect(try shell.bash("redo", "add", "-p", "h") == ["high"])
        #expect(try shell.bash("redo", "list", "--rank", "") == ["classic", "sigmoid"])
        #expect(
            try shell.bash("redo", "config", "gc") == [
                "gc.auto", "gc.autoPackLimit", "gc.trashDays",
            ])
        #expect(try shell.bash("redo", "push", "") == ["origin"])
        #expect(try shell.bash("redo", "remote", "re") == ["rename", "remove"])
        #expect(try shell.bash("redo", "remote", "remove", "o") == ["origin"])
        #expect(try shell.bash("redo", "key", "show", "").count == 1)
        #expect(try shell.bash("redo", "commit-node", "UNA") == ["UNARCHIVE"])
    }

    @Test func tasksAreCompleted() throws {
        let id = try shell.name("Buy milk")
        #expect(try shell.bash("redo", "done", String(id.prefix(3))).contains(id))
        #expect(try shell.bash("redo", "finish", String(id.prefix(3))).contains(id))
        #expect(try shell.bash("redo", "done", id, String(id.prefix(3))).contains(id))
        #expect(try shell.bash("redo", "log", "--task", "=", String(id.prefix(3))).contains(id))
        #expect(try shell.bash("redo", "list", "").contains("today"))
        // The list that is shown after a second tabulator.
        #expect(try shell.bash("redo", "done", "", type: 63).contains("\(id)  (Buy milk)"))
    }

    @Test func nodesAreCompleted() throws {
        let names = try shell.bash("redo", "cat-node", "")
        #expect(names.count == CompletingShell.titles.count)
        for name in names.prefix(3) {
            #expect(try shell.bash("redo", "cat-node", String(name.prefix(5))).contains(name))
            #expect(try shell.runner.run("redo-cat-node", ["-e", name]).status == 0)
        }
    }

    @Test func hostileTitlesAreWords() throws {
        for title in CompletingShell.titles.prefix(8) {
            let beginning = String(title.prefix(4))
            let quoted = beginning.map { "$`\"'\\ *?[#!~;".contains($0) ? "\\\($0)" : "\($0)" }
                .joined()
            let candidates = try shell.bash("redo", "done", quoted)
            let words = try candidates.map { try shell.words("x \($0)") }
            #expect(words.contains(["x", title]), "\(title): \(candidates)")
        }
        #expect(!shell.isHarmed)
    }

    @Test func titlesThatNoLineCanHoldAreNotOffered() throws {
        for beginning in ["line", "esc", "tab", "-da"] {
            #expect(try shell.bash("redo", "done", "--", beginning) == [])
        }
        let all = try shell.bash("redo", "done", "", type: 63).joined(separator: "\n")
        #expect(!all.contains("\u{1B}") && !all.contains("\t"))
    }

    @Test func withinQuotesNothingIsExecuted() throws {
        #expect(try shell.bash("redo", "done", "\"Buy") == ["Buy milk"])
        #expect(try shell.bash("redo", "done", "'it") == [])
        // A later word of a title can be meant.
        #expect(
            try shell.bash("redo", "done", "$(touch made)").map { try shell.words("x \($0)") }
                == [["x", "it's $(touch made)"]])
        #expect(try shell.bash("redo", "-C", "$(touch made)", "done", "") == [])
        #expect(!shell.isHarmed)
    }

    @Test func otherStoresAreCompletedFrom() throws {
        _ = try shell.runner.run("redo-init", ["other"])
        #expect(try shell.bash("redo", "-C", "other", "done", "") == [])
        #expect(try shell.bash("redo", "--redo-dir", "=", "other/.redo", "done", "") == [])
        #expect(try shell.bash("redo", "-C", "/", "done", "") == [])
    }

    @Test func valuesOfOwnFieldsAreCompleted() throws {
        try shell.declareFields()
        #expect(try shell.bash("redo", "add", "--si") == ["--size="])
        #expect(try shell.bash("redo", "add", "--size", "=", "l") == ["large"])
        #expect(try shell.bash("redo", "add", "--size", "=") == ["small", "large"])
        #expect(try shell.bash("redo", "add", "--size", "l") == ["large"])
        #expect(try shell.bash("redo", "add", "--room", "=", "x") == [])
        #expect(try shell.bash("redo", "add", "--category", "=", "Ho") == ["Household"])
        #expect(!shell.isHarmed)
    }
}
