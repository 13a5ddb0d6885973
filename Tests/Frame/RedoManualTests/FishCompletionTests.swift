import TestSupport
import Testing

@Suite struct FishCompletionTests {
    let shell: CompletingShell

    init() throws { shell = try CompletingShell() }

    /// The candidates without their descriptions.
    func names(_ line: String) throws -> [String] {
        try shell.fish(line).map { $0.components(separatedBy: "\t")[0] }
    }

    @Test func commandsAreCompleted() throws {
        #expect(try names("redo lo").sorted() == ["log", "login", "logout"])
        #expect(try shell.fish("redo lo").contains("log\tShow nodes, the latest first"))
        #expect(try names("redo fi") == ["finish"])
        #expect(try names("redo help tu") == ["tutorial"])
    }

    @Test func optionsAreCompleted() throws {
        #expect(try names("redo log --ta") == ["--task"])
        #expect(try names("redo-log --ta") == ["--task"])
        #expect(try names("redo add --no").sorted() == ["--no-private", "--no-words", "--notes"])
        #expect(try names("redo -C . log --ta") == ["--task"])
    }

    @Test func valuesAreCompleted() throws {
        #expect(try names("redo add --priority h") == ["high"])
        #expect(try names("redo add --priority=h") == ["--priority=high"])
        #expect(try names("redo add -p h") == ["high"])
        #expect(try names("redo config gc") == ["gc.auto", "gc.autoPackLimit", "gc.trashDays"])
        #expect(try names("redo push o") == ["origin"])
        #expect(try names("redo remote re") == ["remove", "rename"])
        #expect(try names("redo remote remove o") == ["origin"])
        #expect(try names("redo commit-node UNA") == ["UNARCHIVE"])
    }

    @Test func tasksAndNodesAreCompleted() throws {
        let id = try shell.name("Buy milk")
        #expect(try shell.fish("redo done \(id.prefix(3))").contains("\(id)\tBuy milk"))
        #expect(try shell.fish("redo-done \(id.prefix(3))").contains("\(id)\tBuy milk"))
        #expect(try names("redo finish \(id.prefix(3))").contains(id))
        #expect(try names("redo cat-node ").count == CompletingShell.titles.count)
        #expect(try names("redo -C / done ") == [])
    }

    @Test func hostileTitlesAreOfferedAsTheyAre() throws {
        #expect(try names("redo done Bu").contains("Buy \"bread\""))
        #expect(try names("redo done it").contains("it's $(touch made)"))
        #expect(try names("redo done '$(touch made)'") == ["it's $(touch made)"])
        #expect(try names("redo done line") == [])
        #expect(try names("redo done ").allSatisfy { !$0.contains("\u{1B}") })
        #expect(!shell.isHarmed)
    }

    /// Words of a command line as they are typed, all of which would make a file if they were evaluated.
    static let typed = [
        "(touch made)", "$(touch made)", "'(touch made)'", "'$(touch made)'", "\"(touch made)\"",
        "\\(touch\\ made\\)", "'; touch made'", "\\;touch\\ made",
    ]

    @Test(arguments: typed)
    func whatIsTypedIsNotEvaluated(_ word: String) throws {
        _ = try shell.fish([
            "redo \(word)", "redo \(word) ", "redo help \(word)", "redo done \(word)",
            "redo done \(word) ", "redo-done \(word)", "redo log --task=\(word)",
            "redo log --task \(word)", "redo config \(word)", "redo remote \(word) ",
            "redo push \(word)", "redo -C \(word)", "redo -C \(word) done ",
            "redo --redo-dir \(word) done ", "redo --redo-dir=\(word) done ",
        ])
        #expect(!shell.isHarmed)
    }

    /// Each is offered alone, so that no quote of another one hides what it would do.
    @Test(arguments: [
        "(touch made)", "$(touch made)", "; touch made", "x (touch made)", "x; touch made",
        "x\" (touch made) \"", "x' (touch made) '",
    ])
    func noTitleIsEvaluated(_ title: String) throws {
        let home = shell.runner.path("other")
        _ = try shell.runner.run("redo-init", [home])
        _ = try shell.runner.run("redo", ["-C", home, "add", "--draft", "--", title])
        let id = try shell.runner.run("redo", ["-C", home, "rev-parse", "--complete=task", ""])
        #expect(id.text.hasSuffix("\t\(title)\n"), "\(id)")
        let beginning = title.hasPrefix("x") ? "x" : "\\\(title.prefix(1))"
        for word in ["", beginning] {
            let offered = try shell.fish("redo -C \(home) done \(word)")
            #expect(offered.count == 1 && offered[0].contains(title), "\(offered)")
        }
        #expect(!shell.isHarmed)
    }

    @Test func noAliasIsEvaluated() throws {
        for (name, meaning) in [
            ("evil", "(touch made)"), ("evil2", "log; touch made"), ("evil3", "$(touch made)"),
        ] {
            _ = try shell.runner.run("redo-config", ["--global", "alias.\(name)", meaning])
        }
        _ = try shell.fish(["redo ev", "redo evil ", "redo evil2 ", "redo evil3 ", "redo help ev"])
        #expect(!shell.isHarmed)
    }

    @Test func valuesOfOwnFieldsAreCompleted() throws {
        try shell.declareFields()
        #expect(try names("redo add --size=l") == ["--size=large"])
        #expect(try names("redo add --size l") == ["large"])
        #expect(try names("redo add --category=Ho") == ["--category=Household"])
        #expect(!shell.isHarmed)
    }
}
