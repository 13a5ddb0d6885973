import TestSupport
import Testing

/// One line after the other: an interactive shell is started for each.
@Suite(.serialized) struct ZshCompletionTests {
    let shell: CompletingShell

    init() throws { shell = try CompletingShell() }

    @Test func commandsAreCompleted() throws {
        #expect(try shell.zsh("redo lo").candidates.sorted() == ["log", "login", "logout"])
        #expect(try shell.zsh("redo logi").line == "redo login ")
        #expect(try shell.zsh("redo fini").line == "redo finish ")
        #expect(try shell.zsh("redo help tu").line == "redo help tutorial ")
    }

    @Test func optionsAreCompleted() throws {
        #expect(try shell.zsh("redo log --ta").line == "redo log --task=")
        #expect(try shell.zsh("redo-log --ta").line == "redo-log --task=")
        #expect(
            try shell.zsh("redo add --no").candidates.sorted() == [
                "--no-private", "--no-words", "--notes",
            ])
    }

    @Test func valuesAreCompleted() throws {
        #expect(try shell.zsh("redo add --priority=h").line == "redo add --priority=high ")
        #expect(try shell.zsh("redo config gc.autoP").line == "redo config gc.autoPackLimit ")
        #expect(try shell.zsh("redo push o").line == "redo push origin ")
        #expect(try shell.zsh("redo remote remove o").line == "redo remote remove origin ")
    }

    @Test func tasksAndNodesAreCompleted() throws {
        let id = try shell.name("Buy milk")
        #expect(try shell.zsh("redo done \(id)").line == "redo done \(id) ")
        #expect(try shell.zsh("redo finish \(id)").line == "redo finish \(id) ")
        #expect(
            try shell.zsh("redo cat-node ").candidates.count == CompletingShell.titles.count)
        #expect(try shell.zsh("redo -C / done ").candidates == [])
    }

    @Test func hostileTitlesBecomeOneWord() throws {
        for (beginning, title) in [
            ("it", "it's $(touch made)"), ("a:", "a: b=c"), ("back", "back\\slash"),
        ] {
            let line = try shell.zsh("redo done \(beginning)").line
            #expect(try shell.words(line) == ["redo", "done", title], "\(line)")
        }
        #expect(try shell.zsh("redo done line").candidates == [])
        _ = try shell.zsh("redo done '$(touch made)'")
        #expect(try shell.zsh("redo done '$(touch made; x)'").candidates == [])
        #expect(!shell.isHarmed)
    }

    @Test func valuesOfOwnFieldsAreCompleted() throws {
        try shell.declareFields()
        #expect(try shell.zsh("redo add --size=l").line == "redo add --size=large ")
        #expect(try shell.zsh("redo add --size=").candidates.count == 2)
        #expect(try shell.zsh("redo add --category=Ho").line == "redo add --category=Household ")
        #expect(!shell.isHarmed)
    }
}
