import Testing

/// Plumbing commands over one log.
@Suite struct PlumbingCommandTests {
    let store: CommandHarness

    init() throws { store = try CommandHarness() }

    @Test func whatIsExportedIsImportedInAnotherStore() throws {
        try store.succeed("add", "Milk", "--due", "tomorrow")
        try store.succeed("done", "Milk")
        let nodes = try store.succeed("export")
        let other = try CommandHarness()
        #expect(try other.run("import", input: nodes).status == 0)
        #expect(try other.succeed("replay", "--hash") == store.succeed("replay", "--hash"))
        #expect(try other.succeed("export") == nodes)
    }

    @Test func aNodeHasTheSameIdByEachWay() throws {
        try store.succeed("add", "Milk", "--draft")
        let node = try store.succeed("export")
        let id = try store.succeed("hash-object", "--stdin", input: node)
        #expect(try store.succeed("rev-parse", String(id.prefix(15))) == id)
        #expect(try store.succeed("cat-node", String(id.dropLast())) == node)
    }

    @Test func aSpoiledNodeIsRefused() throws {
        try store.succeed("add", "Milk", "--draft")
        let node = try store.succeed("export").replacing("Milk", with: "Silk")
        let other = try CommandHarness()
        let outcome = try other.run("import", input: node)
        #expect(outcome.status != 0)
        #expect(try other.nodeCount() == 0)
    }

    @Test func verifyFindsNothingInAGoodLog() throws {
        try store.succeed("add", "Milk")
        #expect(try store.run("verify", "--all").status == 0)
        #expect(try store.run("fsck").status == 0)
    }

    @Test func anEmptyLogHasAState() throws {
        #expect(try store.succeed("export").isEmpty)
        #expect(try store.run("heads").status == 1)
        #expect(try store.succeed("replay", "--hash").hasPrefix("sha256:"))
    }

    @Test func aFolderWithoutStoreIsNamed() throws {
        var store = store
        store.variables["REDO_DIR"] = "\(store.directory.path)/elsewhere"
        let outcome = try store.run("heads")
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.hasPrefix(
                "error: STORAGE_001: there is no store \(store.directory.path)/elsewhere\n"))
    }

    @Test func aClockThatIsNotATimeIsRefused() throws {
        var store = store
        store.variables["REDO_WALL"] = "noon"
        let outcome = try store.run("add", "Milk")
        #expect(outcome.status == 129)
        #expect(outcome.codedError.contains("REDO_WALL is 'noon', not a time"))
    }
}
