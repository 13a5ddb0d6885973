import RedoJSON
import TestSupport
import Testing

/// Which tasks `redo list` shows, in which order and columns; reports.
@Suite struct ListFilterTests {
    let store: TaskStore

    /// On a Sunday at noon.
    init() throws {
        store = try TaskStore()
        try store.add("late", "--due", "2025-11-14", "-p", "1", "-t", "home")
        try store.add("now", "--due", "today", "-p", "5", "-t", "home", "-t", "garden")
        try store.add("soon", "--due", "2025-11-21 09:00", "-p", "4", "--every", "7")
        try store.add("Édith", "--due", "2025-12-31", "-p", "2")
        try store.add("zoo", "--draft")
        let archived = try store.add("old", "--due", "2025-11-01", "-t", "home")
        try store.commit("ARCHIVE", "--task", archived)
    }

    func titles(_ arguments: String..., extra: [String: String] = [:]) throws -> [String] {
        try TaskStore.objects(store.run("list", arguments + ["--json"], extra: extra))
            .compactMap { $0["title"]?.text }
    }

    @Test func filtersCanBeJoined() throws {
        #expect(try titles("--overdue") == ["late"])
        #expect(try titles("--today") == ["now", "late"])
        #expect(try Set(titles("--week")) == ["now", "late", "soon"])
        #expect(try titles("--archived") == ["old"])
        #expect(try titles("--recurring") == ["soon"])
        #expect(try titles("--tag", "home") == ["now", "late"])
        #expect(try titles("-t", "home", "-t", "garden") == ["now"])
        #expect(try titles("--tag", "Home") == [])
        #expect(try titles("--tag", "home,nowhere") == [])
        #expect(try titles("--tag", "home,home") == ["now", "late"])
        #expect(try store.run("list", ["--tag", ""]).status == 129)
        #expect(try titles("--all", "--tag", "home").count == 3)
        #expect(try Set(titles("--priority", "4..5")) == ["now", "soon"])
        #expect(try titles("-p", "..1") == ["late"])
        #expect(try Set(titles("-p", "high..")) == ["now", "soon"])
        #expect(try titles("-p", "3") == ["zoo"])
        #expect(try titles("--week", "-p5", "-t", "garden") == ["now"])
        #expect(try titles("--overdue", "--recurring") == [])
    }

    @Test func whatIsDoneIsListedTheLatestFirst() throws {
        for (minute, title) in ["soon", "zoo", "now"].enumerated() {
            let extra = ["REDO_WALL": "2025-11-16T12:0\(minute):00.000Z"]
            try #require(store.run("done", [title], extra: extra).status == 0)
        }
        // A task that recurs has its next to-do.
        #expect(try titles("--completed") == ["now", "zoo"])
        #expect(try titles("--completed", "--sort", "title") == ["now", "zoo"])
        #expect(try titles("--completed", "-t", "home") == ["now"])
        for other in ["--all", "--archived"] {
            #expect(try store.run("list", ["--completed", other]).status == 129)
        }
    }

    @Test func tasksThatAreDoneOnceAndPointsAreFilters() throws {
        try store.add("big", "--points", "8")
        try store.add("half", "--points", "0.5")
        #expect(try Set(titles("--one-time")) == ["now", "late", "Édith", "zoo", "big", "half"])
        #expect(try titles("--points", "8") == ["big"])
        #expect(try titles("--points", "2..") == ["big"])
        #expect(try titles("--points=..0.5") == ["half"])
        #expect(try titles("--points", "0.5..8", "-p", "5") == ["now"])
        for wrong in ["x", "", "5..2", "-1"] {
            #expect(try store.run("list", ["--points=\(wrong)"]).status == 129)
        }
        #expect(try store.run("list", ["--one-time", "--recurring"]).status == 129)
    }

    @Test func programsAreToldWhereATaskStands() throws {
        let tasks = try TaskStore.objects(store.run("list", ["--all", "--json"]))
        func task(_ title: String) throws -> JSONValue {
            try #require(tasks.first { $0["title"]?.text == title })
        }
        let late = try task("late")
        #expect(late["state"] == "open" && late["overdue"] == true)
        #expect(late["due"] == "2025-11-14T23:59:00.000Z")
        #expect(late["todo"] == late["todoTasks"]?.elements.first)
        let draft = try task("zoo")
        #expect(draft["state"] == "draft" && draft["overdue"] == false)
        #expect(draft["due"]?.isNull == true && draft["todo"]?.isNull == true)
        #expect(try task("old")["state"] == "archived")
        #expect(try task("old")["overdue"] == false)
    }

    /// The day ends by local clocks: at noon in London it is past midnight in Auckland.
    @Test func todayIsThatOfLocalClocks() throws {
        #expect(try titles("--today", extra: ["TZ": "Pacific/Auckland"]) == ["now", "late"])
        try store.add("monday", "--due", "2025-11-17T10:00:00Z")
        #expect(try !titles("--today").contains("monday"))
        #expect(try titles("--today", extra: ["TZ": "Pacific/Auckland"]).contains("monday"))
    }

    @Test func tasksAreSortedByColumns() throws {
        #expect(try titles("--sort", "due") == ["late", "now", "soon", "Édith", "zoo"])
        // What has no deadline comes last either way.
        #expect(try titles("--sort", "-due") == ["Édith", "soon", "now", "late", "zoo"])
        #expect(try titles("--sort", "title") == ["Édith", "late", "now", "soon", "zoo"])
        #expect(try titles("--sort", "-priority") == ["now", "soon", "zoo", "Édith", "late"])
        #expect(try titles("--sort=every,-title").last == "soon")
        #expect(try titles("--sort", "-rank") == titles())
        #expect(try titles("--sort", "rank").first == "zoo")
    }

    @Test(arguments: [
        (
            ["--sort", "due,-colour"], "order by '-colour'",
            "rank, id, priority, due, hidden, title, "
        ),
        (["--columns", "id,colour"], "column 'colour'", "rank, id, priority, due, deadline, "),
    ])
    func whatThereIsNotIsNamed(_ options: [String], _ name: String, _ known: String) throws {
        let outcome = try store.run("list", options)
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: there is no \(name)\nhint: there are \(known)"))
    }

    @Test func columnsAreChosen() throws {
        let list = ["--columns", "title,priority,due,tags", "--sort", "due", "-n", "3"]
        #expect(
            try store.run("list", list).text == """
                TITLE                           PRI  DUE            TAGS
                late                            1    1 day overdue  home
                now (soon)                      5    today          home garden
                soon (7 days after it is done)  4    in 5 days      

                """)
        let deadline = try store.run(
            "list", ["--columns=deadline,every,state,title", "--recurring"])
        #expect(deadline.lines.last == "2025-11-21 09:00  7 days after it is done  open   soon")
    }

    @Test func tagsStandBehindTheTitle() throws {
        #expect(
            try store.run("list", ["--today"]).lines[1].hasSuffix(
                "  today          now (soon) #home #garden"))
    }

    @Test func aReportHasAnyOptionOfAList() throws {
        for (key, value) in [
            ("sort", "title"), ("tag", "home"), ("all", "true"), ("overdue", "no"),
            ("columns", "title"),
        ] {
            let outcome = try store.run("config", ["report.house.\(key)", value])
            #expect(outcome.status == 0, "\(outcome)")
        }
        let expected = "TITLE\nlate #home\nnow (soon) #home #garden\nold (archived) #home\n"
        #expect(try store.run("list", ["house"]).text == expected)
        #expect(try store.run("list", ["--report", "house"]).text == expected)
        // What is said counts before what is kept.
        #expect(try titles("house", "--sort", "-title") == ["old", "now", "late"])
        #expect(try titles("house", "--tag", "garden") == ["now"])
    }

    @Test func aReportThatIsNoneIsExplained() throws {
        _ = try store.run("config", ["report.house.sort", "title"])
        let unknown = try store.run("list", ["--report", "hose"])
        #expect(unknown.status == 129)
        #expect(
            unknown.codedError.hasPrefix(
                "error: USAGE: there is no report 'hose'\nhint: did you mean 'house'?\n"))
        #expect(try store.run("config", ["report.house.colour", "red"]).status == 129)
        try store.configure("[report \"house\"]\ncolour = red")
        let option = try store.run("list", ["house"])
        #expect(option.status == 129)
        #expect(
            option.codedError.hasPrefix(
                "error: USAGE: report.house.colour is not an option of list\n"))
    }

    /// An id tells a task apart from those that the list does not show as well.
    @Test func anIDIsUniqueAmongAllTasks() throws {
        let other = try CommandRunner.withStore()
        let ids = ["aaaaaaaa-1111-4111-8111-111111111111", "aaaaaaaa-1111-4111-8111-222222222222"]
        for (place, id) in ids.enumerated() {
            try other.store(
                SampleNode(task: id, fields: ["title": .string(JSONString("t\(place)"))]))
        }
        _ = try other.run("redo-archive", [ids[1]])
        let line = try other.run("redo-list").lines[1]
        #expect(line.contains("  aaaaaaaa-1111-4111-8111-1  "), "\(line)")
    }

    /// On a terminal of sixty columns titles are cut by what they take there, and nowhere else.
    @Test func aTitleIsCutToTheTerminal() throws {
        let title = "水をやる水をやる水をやる水をやる and a lot more"
        try store.add(title, "--due", "tomorrow", "-t", "long")
        let outcome = try store.runner.shell(
            "script -qec 'stty cols 60 -onlcr; REDO_PAGER=cat NO_COLOR=1 redo-list' /dev/null")
        let line = try #require(outcome.lines.first { $0.contains("水") }, "\(outcome)")
        #expect(line.hasSuffix("…"), "\(line)")
        #expect(!line.contains("#long"))
        let width = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x3000 ? 2 : 1) }
        #expect((59...60).contains(width), "\(width): \(line)")
        #expect(try store.run("list").text.contains("\(title) #long\n"))
    }
}
