import Testing

@testable import RedoCommandLine
@testable import RedoCommands

/// Which command lines an alias of a store may stand for.
@Suite struct CommandEffectTests {
    /// A command that is added here must neither write a task, a node, the configuration, a key or a file of the
    /// user's, nor run a program.
    @Test func theseCommandsOnlyRead() {
        #expect(
            Suite.commands.names.filter { Suite.commands.onlyReads([$0]) }.sorted() == [
                "agenda", "blame", "bugreport", "calendar", "cat-node", "convert", "count-objects",
                "diff", "export", "for-each-task", "fsck", "graph", "heads", "list", "log", "mcp",
                "merge-base", "prime", "projects", "prove", "replay", "rev-list", "rev-parse",
                "room-state",
                "room-transcript", "search", "shares", "show", "stats", "status", "tags", "urgency",
                "verify", "watch",
            ])
    }

    @Test(arguments: [
        ["list", "--all", "-t", "out"], ["log", "--oneline", "-p"], ["export", "--array"],
        ["export"], ["export", "-", "output"],
    ])
    func whatReadsIsCovered(_ words: [String]) {
        #expect(Suite.commands.onlyReads(words))
    }

    @Test(arguments: [
        ["config", "--global", "alias.x"], ["key", "list"], ["sync"], ["gc"],
        ["fsck", "--repair"], ["fsck", "--from", "origin"], ["open", "--json"],
        ["hash-object", "-w"], ["frobnicate"], [""], [],
        ["export", "-o", "x"], ["export", "-ox"], ["export", "-xo"],
        ["export", "--output=x"], ["export", "--out", "x"], ["export", "--o=x"],
        ["prove", "milk", "-o", "x"], ["prove", "milk", "--output=x"],
        ["mcp", "--write"],
    ])
    func whatWritesIsNot(_ words: [String]) {
        #expect(!Suite.commands.onlyReads(words))
    }
}
