import RedoJSON
import TestSupport
import Testing

/// `redo list` with queries, reports and groups.
@Suite struct ListQueryTests {
    let store: TaskStore

    /// On a Sunday at noon.
    init() throws {
        store = try TaskStore()
        try store.add("milk", "--due", "tomorrow", "-t", "shop", "-p", "5", "--project", "home")
        try store.add(
            "fence", "--due", "2025-11-28", "--project", "home.garden", "--estimate", "2h")
        try store.add("tax", "--project", "work", "--depends-on", "milk", "-t", "paper")
        try store.add("later", "--wait", "+3d")
        try store.commit("ARCHIVE", "--task", try store.add("old", "--due", "2025-11-01"))
    }

    func titles(_ arguments: String...) throws -> Set<String> {
        let outcome = try store.run("list", ["--json"] + arguments)
        return Set(try TaskStore.objects(outcome).compactMap { $0["title"]?.text })
    }

    @Test func operandsAreAQuery() throws {
        #expect(try titles() == ["milk", "fence", "tax"])
        #expect(try titles("project:home") == ["milk", "fence"])
        #expect(try titles("project:home", "due:..eow", "or", "tag:paper") == ["tax"])
        #expect(try titles("project:home due:..+2d or tag:paper") == ["milk", "tax"])
        #expect(try titles("--", "-tag:shop") == ["fence", "tax"])
        #expect(try titles("--query", "-tag:shop", "project:home") == ["fence"])
        #expect(try titles("FENCE") == ["fence"])
        #expect(try titles("nothing") == [])
        #expect(try titles("status:blocked") == ["tax"])
        #expect(try titles("is:blocking") == ["milk"])
    }

    /// A query that names a status says itself what is hidden.
    @Test func aStatusTakesThePlaceOfWhatListsHide() throws {
        #expect(try titles("status:archived") == ["old"])
        #expect(try titles("status:waiting") == ["later"])
        #expect(try titles("status:any") == ["milk", "fence", "tax", "later", "old"])
        #expect(try titles("due:<today") == [])
        #expect(try titles("due:<today", "--all") == ["old"])
        #expect(try titles("due:<today", "--archived") == ["old"])
    }

    @Test func datesAreThoseOfPeople() throws {
        #expect(try titles("due:tomorrow") == ["milk"])
        #expect(try titles("due:today..\"next friday\"") == ["milk"])
        #expect(try titles("due:none") == ["tax"])
        #expect(try titles("created:today") == ["milk", "fence", "tax"])
        #expect(try titles("created:<today") == [])
        #expect(try titles("estimate:>1h") == ["fence"])
    }

    @Test func whatIsInTheTrashIsHidden() throws {
        let task = try store.add("gone")
        try store.commit("UPDATE", "--task", task, "-f", "trashedAt=2025-11-16T11:00:00Z")
        #expect(try !titles("--all").contains("gone"))
        #expect(try titles("status:trash") == ["gone"])
        let state = try TaskStore.objects(store.run("list", ["status:trash", "--json"])).first
        #expect(state?["state"] == "trash")
    }

    @Test func aMistakeIsShownAtItsPlace() throws {
        let outcome = try store.run("list", ["tag:x", "pirority:4"])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                """
                error: USAGE: unknown query key 'pirority', at character 7 of the query
                hint: did you mean 'priority'?

                """))
        let shown = try store.runner.shell(
            "script -qec \"redo-list 'tag:x pirority:4'\" /dev/null")
        #expect(shown.text.contains("  tag:x pirority:4\r\n        ^~~~~~~~~~\r\n"), "\(shown)")
        for wrong in ["due:sometime", "status:opne", "(", "priority:x", "\"x"] {
            #expect(try store.run("list", ["--query", wrong]).status == 129)
        }
    }

    @Test func aReportIsAListWithAName() throws {
        for (key, value) in [
            ("query", "project:home"), ("columns", "title,project,estimate"), ("sort", "project"),
        ] {
            #expect(try store.run("config", ["report.house.\(key)", value]).status == 0)
        }
        let expected = """
            TITLE       PROJECT      ESTIMATE
            milk #shop  home         -
            fence       home.garden  2h

            """
        #expect(try store.run("list", ["house"]).text == expected)
        #expect(try store.run("list", ["--report", "house"]).text == expected)
        // What is said counts before what is kept, and queries are joined.
        #expect(
            try store.run("list", ["--report=house", "fence", "--columns=title"]).lines == [
                "TITLE", "fence",
            ])
        #expect(try titles("--query", "house") == [])
    }

    @Test func aReportIsCheckedWhenItIsWritten() throws {
        for (name, value) in [
            ("report.x.query", "due:"), ("report.x.columns", "colour"),
            ("report.x.sort", "-colour"),
            ("report.x.group", "colour"), ("report.x.colour", "red"), ("context.x.query", "x:y"),
        ] {
            let outcome = try store.run("config", [name, value])
            #expect(outcome.status == 129, "\(name): \(outcome)")
        }
    }

    /// Lists had options under `list.NAME`: whoever has some there is told, and sees no other list in their place.
    @Test func aFormerNameOfAReportIsAnError() throws {
        try store.configure("[list \"soon\"]\nsort = due")
        for arguments in [["soon"], ["--report", "soon"]] {
            let outcome = try store.run("list", arguments)
            #expect(outcome.status == 129)
            #expect(
                outcome.codedError.hasPrefix(
                    """
                    error: USAGE: list.soon.sort is no longer read: use report.soon.sort
                    hint: 'redo config --edit' opens the file: write [report "soon"] in the place of [list "soon"]

                    """), "\(outcome)")
        }
        #expect(try store.run("list").status == 0)
        #expect(try store.run("config", ["list.soon.sort"]).text == "due\n")
        try #require(store.run("config", ["--unset", "list.soon.sort"]).status == 0)
        #expect(try store.run("list", ["soon"]).status == 0)
    }

    /// Also those that count before a list is read.
    @Test func aReportHasAContextAndATime() throws {
        for (name, value) in [
            ("context.home.query", "project:home"), ("report.house.context", "home"),
            ("report.past.as-of", "2025-11-01"), ("report.past.all", "true"),
        ] {
            try #require(store.run("config", [name, value]).status == 0)
        }
        #expect(try titles("house") == ["milk", "fence"])
        #expect(try titles("house", "--context", "none") == ["milk", "fence", "tax"])
        #expect(try titles("past") == [])
    }

    @Test func anOptionThatIsGivenTakesThePlaceOfThoseThatItExcludes() throws {
        for (name, value) in [
            ("report.plan.group", "due"), ("report.plan.columns", "title"),
            ("report.done.completed", "true"),
        ] {
            try #require(store.run("config", [name, value]).status == 0)
        }
        #expect(try titles("plan") == ["milk", "fence", "tax"])
        #expect(try titles("done", "--archived") == ["old"])
    }

    @Test func aListIsDividedWithSums() throws {
        let outcome = try store.run("list", ["--group", "project", "--columns", "title"])
        #expect(
            outcome.text == """
                home
                TITLE
                milk #shop
                1 task, 1.0 points

                home.garden
                TITLE
                fence
                1 task, 1.0 points, 2h

                work
                TITLE
                tax (blocked) #paper
                1 task, 1.0 points

                """)
        let due = try store.run("list", ["--group", "due", "--columns", "title"])
        #expect(due.lines.filter { ["tomorrow", "later", "no deadline"].contains($0) }.count == 3)
        #expect(try store.run("list", ["--group", "colour"]).status == 129)
    }

    @Test func listsAreSortedByFields() throws {
        let outcome = try store.run("list", ["--sort", "-project", "--columns", "title", "--all"])
        #expect(
            outcome.lines.map { $0.split(separator: " ")[0] } == [
                "TITLE", "tax", "fence", "milk", "later", "old",
            ])
    }

    @Test func theListWasAnotherOneBefore() throws {
        let later = ["REDO_WALL": "2025-11-18T12:00:00.000Z"]
        try #require(store.run("done", ["milk"], extra: later).status == 0)
        func titles(_ arguments: String...) throws -> Set<String> {
            let outcome = try store.run("list", arguments + ["--json"], extra: later)
            return Set(try TaskStore.objects(outcome).compactMap { $0["title"]?.text })
        }
        #expect(try titles() == ["fence", "tax"])
        #expect(try titles("--as-of", "yesterday") == ["milk", "fence", "tax"])
        #expect(try titles("--as-of", "2025-11-15") == [])
    }

    @Test func exportAndSearchTakeQueries() throws {
        let nodes = try TaskStore.objects(store.run("export", ["--query", "tag:paper"]))
        #expect(nodes.count == 2 && Set(nodes.compactMap { $0["taskId"]?.text }).count == 1)
        #expect(try store.run("export", ["--query", "x:y"]).status == 129)
        func found(_ arguments: String...) throws -> Set<String> {
            let outcome = try store.run("search", arguments + ["--json"])
            if outcome.status == 1 { return [] }
            return Set(try TaskStore.objects(outcome).compactMap { $0["title"]?.text })
        }
        #expect(try found("e", "project:home") == ["fence"])
        #expect(try found("project:home") == ["milk", "fence"])
        #expect(try found("--query", "status:archived", "old") == ["old"])
        #expect(try found("http:x") == [])
    }
}
