import Testing

@testable import RedoCommandLine

/// Which command lines an alias of a store may stand for.
@Suite struct ReadingCommandTests {
    @Test func theTableIsSorted() {
        let names = ReadingCommand.all.map(\.name)
        #expect(names == names.sorted() && Set(names).count == names.count)
    }

    @Test(arguments: [
        ("list", ["--all", "-t", "out"]), ("log", ["--oneline", "-p"]), ("export", ["--array"]),
        ("export", []), ("export", ["-", "output"]),
    ])
    func whatReadsIsCovered(_ name: String, _ arguments: [String]) {
        #expect(ReadingCommand.covers(name, arguments))
    }

    @Test(arguments: [
        ("config", ["--global", "alias.x"]), ("key", ["list"]), ("sync", []), ("gc", []),
        ("fsck", ["--repair"]), ("hash-object", ["-w"]), ("frobnicate", []), ("", []),
        ("export", ["-o", "x"]), ("export", ["-ox"]), ("export", ["-xo"]),
        ("export", ["--output=x"]), ("export", ["--out", "x"]), ("export", ["--o=x"]),
    ])
    func whatWritesIsNot(_ name: String, _ arguments: [String]) {
        #expect(!ReadingCommand.covers(name, arguments))
    }
}
