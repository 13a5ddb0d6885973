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
        #expect(try shell.fish("redo lo") == ["log\tShow nodes, the latest first"])
        #expect(try names("redo fi") == ["finish"])
        #expect(try names("redo help tu") == ["tutorial"])
    }

    @Test func optionsAreCompleted() throws {
        #expect(try names("redo log --ta") == ["--task"])
        #expect(try names("redo-log --ta") == ["--task"])
        #expect(try names("redo add --no").sorted() == ["--no-private", "--notes"])
        #expect(try names("redo -C . log --ta") == ["--task"])
    }

    @Test func valuesAreCompleted() throws {
        #expect(try names("redo add --priority h") == ["high"])
        #expect(try names("redo add --priority=h") == ["--priority=high"])
        #expect(try names("redo add -p h") == ["high"])
        #expect(try names("redo config gc") == ["gc.auto"])
        #expect(try names("redo push o") == ["origin"])
        #expect(try names("redo remote re") == ["remove"])
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
        #expect(try names("redo done '$(touch made)'") == [])
        #expect(try names("redo done line") == [])
        #expect(try names("redo done ").allSatisfy { !$0.contains("\u{1B}") })
        #expect(!shell.isHarmed)
    }
}
