import RedoJSON
import TestSupport
import Testing

/// One grammar of names for nodes, whatever the command.
@Suite struct NodeNamingTests {
    let store: TaskStore
    /// CREATE, UPDATE and UPDATE of the task "two words".
    let ids: [String]
    let task: String

    init() throws {
        store = try TaskStore()
        task = try store.add("two words", "--draft")
        for priority in ["4", "5"] {
            _ = try store.run("edit", [task, "-p", priority])
        }
        try store.add("other", "--draft")
        ids = try store.nodes().filter { $0["data"]?["fields"]?["title"]?.text != "other" }
            .compactMap(\.nodeID)
        try #require(ids.count == 3)
    }

    /// Names of the three nodes, latest first.
    static let names: [(String, Int)] = [
        ("ID", 2), ("PREFIX", 2), ("CAPITALS", 2), ("sha256:CAPITALS", 2), ("TASK", 2),
        ("two w", 2), ("two words~1", 1), ("TASK~2", 0),
        ("two^", 1), ("two^^", 0), ("PREFIX~1", 1), ("two~", 1), ("two^0", 2),
    ]

    func name(_ template: String) -> String {
        let digits = ids[2].dropFirst(7)
        return template.replacing("ID", with: ids[2])
            .replacing("PREFIX", with: String(digits.prefix(16)))
            .replacing("CAPITALS", with: digits.uppercased())
            .replacing("TASK", with: task)
    }

    @Test(arguments: names)
    func everyCommandFindsTheNode(_ template: String, _ place: Int) throws {
        let name = name(template)
        let id = ids[place]
        #expect(try store.run("rev-parse", [name]).lines == [id])
        #expect(try store.run("log", ["-n", "1", "--format=%H", name]).lines == [id])
        let printed = try store.run("cat-node", [name])
        #expect(
            try JSONDocument(Array(printed.text.utf8)).root.value["id"]?.text == id, "\(printed)")
        #expect(try store.run("cat-node", ["-e", name]).status == 0)
        #expect(try store.run("verify", ["--porcelain", name]).lines == ["\(id)\tOK"])
        #expect(try store.run("merge-base", [name, id]).lines == [id])
        #expect(
            try store.run("replay", ["--at", name, "--hash"]).text
                == store.run("replay", ["--at", id, "--hash"]).text)
        #expect(try store.run("export", [name]).lines.count == place + 1)
        #expect(try store.run("graph", ["--format", "dot", name]).status == 0)
    }

    @Test(arguments: names)
    func aBatchFindsTheNode(_ template: String, _ place: Int) throws {
        let input = "\(name(template))\nnobody\n~1\ntwo~x\n\(ids[0])\ntwo~9\n"
        let outcome = try store.runner.run(
            "redo-cat-node", ["--batch-check", "--format=%H"], input: Array(input.utf8))
        #expect(outcome.status == 0)
        #expect(
            outcome.lines == [
                ids[place], "nobody missing", "~1 missing", "two~x missing", ids[0],
                "two~9 missing",
            ])
    }

    @Test(arguments: names)
    func aNodeFollowsTheNode(_ template: String, _ place: Int) throws {
        let id = try store.commit("UPDATE", "--task", task, "-p", name(template), "-f", "x=y")
        let node = try #require(store.nodes().first { $0.nodeID == id })
        #expect(node.parents == [ids[place]])
    }

    @Test func aRangeIsOneForEveryCommand() throws {
        let range = "two~2..two"
        let expected = [ids[1], ids[2]]
        #expect(try store.run("log", ["--format=%H", "--reverse", range]).lines == expected)
        #expect(
            try TaskStore.objects(store.run("export", [range])).map(\.nodeID) == expected)
        #expect(
            try store.run("verify", ["--porcelain", range]).lines == expected.map { "\($0)\tOK" })
        #expect(try TaskStore.objects(store.run("export", ["two..two"])).isEmpty)
        #expect(try store.run("export", ["--array", "two..two"]).text == "[]\n")
        #expect(try store.run("verify", ["two..two"]).status == 0)
    }

    @Test func blameIsThatOfTheNode() throws {
        func priority(_ name: String) throws -> String? {
            try store.run("blame", ["--porcelain", name]).lines.map { $0.split(separator: "\t") }
                .first { $0.dropFirst(5).first == "priority" }.flatMap { $0.dropFirst(6).first }
                .map(String.init)
        }
        #expect(try priority("two") == "5")
        #expect(try priority("two~1") == "4")
        // It is not set yet.
        #expect(try priority(ids[0]) == nil)
        #expect(try store.run("blame", [ids[0]]).status == 0)
        #expect(
            try store.run("blame", ["nobody"]).codedError.contains("there is no task 'nobody'\n"))
    }

    /// Titles can have the signs of names.
    @Test func aTitleMayHaveSigns() throws {
        try store.add("C~1 and D^2", "--draft")
        #expect(
            try store.run("log", ["-n", "1", "--format=%s", "c~1 and d^2"]).text
                == "CREATE: C~1 and D^2\n")
    }

    @Test(arguments: ["cat-node", "log", "rev-parse", "graph", "export", "merge-base other"])
    func aWrongNameSaysWhichNamesThereAre(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let outcome = try store.run(words[0], words.dropFirst() + ["nobody"])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError == """
                error: NAME_001: there is no node 'nobody'
                hint: a node is named by the beginning of its id, four digits or more, or by a task, which means its head; NAME~2 and NAME^2 are ancestors of it

                """)
    }

    /// Ids alone are looked for where ids alone can be meant: the log may be damaged.
    @Test func anIDNeedsNoLog() throws {
        for (name, bytes) in try store.runner.contents(of: ".redo/objects")
        where !bytes.isEmpty && !name.hasSuffix(String(ids[0].dropFirst(9))) {
            _ = try store.runner.shell(
                "chmod u+w '.redo/objects/\(name)'; echo {} > '.redo/objects/\(name)'")
        }
        for name in [ids[0], String(ids[0].dropFirst(7).prefix(16))] {
            let outcome = try store.run("cat-node", ["-t", name])
            #expect(outcome.text == "CREATE\n" && outcome.error.isEmpty, "\(outcome)")
        }
    }
}
