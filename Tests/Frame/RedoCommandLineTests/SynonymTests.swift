import RedoCommandLine
import RedoCommands
import Testing

/// Names that other programs have for commands.
@Suite struct SynonymTests {
    @Test(arguments: [
        ("rm -n milk", "delete -n milk"), ("ls", "list"), ("info milk", "show milk"),
        ("annotate milk the farm shop", "comment add milk the farm shop"),
        ("note milk", "edit milk"), ("note milk --description x", "edit milk --description x"),
        ("version", "--version"), ("config get a.b", "config a.b"),
        ("config set a.b c", "config a.b c"), ("config unset a.b", "config --unset a.b"),
    ])
    func theyMeanCommands(_ typed: String, _ meant: String) throws {
        let words = typed.split(separator: " ").map(String.init)
        let synonym = try #require(Synonym.first(of: words))
        #expect(synonym.meaning(of: words).joined(separator: " ") == meant)
    }

    @Test func aNoteIsEverythingBehindTheTask() throws {
        let words = ["note", "milk", "two", "bottles"]
        let synonym = try #require(Synonym.first(of: words))
        #expect(synonym.meaning(of: words) == ["edit", "milk", "--description", "two bottles"])
    }

    @Test func eachMeansACommand() {
        for synonym in Synonym.all {
            let command = synonym.words[0]
            #expect(
                Suite.commands.has(command) || command == "--version", "\(synonym.text)")
            #expect(!Suite.commands.has(synonym.text), "\(synonym.text) is a command")
        }
        #expect(Set(Synonym.all.map(\.text)).count == Synonym.all.count)
    }

    @Test(arguments: [["list"], ["config", "a.b"], ["config"], []])
    func otherLinesHaveNone(_ words: [String]) {
        #expect(Synonym.first(of: words) == nil)
    }
}
