import Foundation
import RedoJSON
import TestSupport
import Testing

/// The programs whose files redo reads and writes: Taskwarrior, todoman, vdirsyncer and a CalDAV server.
@Suite struct OtherProgramsTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    // MARK: Taskwarrior

    private func task(_ line: String) throws -> CommandOutcome {
        let setup =
            "mkdir -p taskwarrior && printf 'data.location=%s\\nconfirmation=no\\n"
            + "news.version=2.6.0\\nuda.size.type=string\\n' \"$PWD/taskwarrior\" >taskrc && "
        return try store.runner.shell(
            setup + line, extra: ["TASKRC": store.runner.path("taskrc")])
    }

    @Test(.withTools("task")) func tasksGoToTaskwarriorAndBack() throws {
        try store.add(
            "Milk \"fresh\"", "--due", "2030-11-20 9:00", "-t", "a", "--project", "home.x", "-p",
            "5")
        let water = try store.add("Water", "--due", "2030-11-20", "--every", "week")
        try store.add("Later", "--depends-on", water, "--wait", "2031-01-01")
        #expect(try store.run("comment", ["add", "Later", "a", "comment"]).status == 0)
        let sent = try task(
            "redo-export --to taskwarrior >tasks.json && task rc.gc=off import tasks.json 2>&1")
        #expect(sent.status == 0, "\(sent)")
        let exported = try task("task rc.gc=off export 2>/dev/null >back.json && cat back.json")
        #expect(exported.status == 0, "\(exported)")
        let tasks = try JSONDocument(exported.output).root.value.elements
        let milk = try #require(tasks.first { $0["project"]?.text == "home.x" }, "\(exported)")
        #expect(milk["description"]?.text == "Milk \"fresh\"" && milk["priority"]?.text == "H")
        #expect(milk["due"]?.text == "20301120T090000Z")
        #expect(
            tasks.contains { $0["recur"]?.text == "weekly" && $0["status"]?.text == "recurring" })
        let hash = try store.stateHash()
        let back = try task("redo-import --from taskwarrior --update back.json")
        #expect(back.status == 0 && back.text == "added 0 tasks, 3 were known\n", "\(back)")
        #expect(try store.stateHash() == hash)
    }

    /// A task that nothing changed leaves as it came; Taskwarrior updates the tasks that it has.
    ///
    /// Taskwarrior 2.6 reads its own `imask` of 0 as a change to 0.000000, and so moves `modified` on its side.
    @Test(.withTools("task")) func aDatabaseGoesBackToTaskwarrior() throws {
        let outcome = try task(
            """
            task add 'Buy milk' project:Home due:2030-11-20 +a priority:M size:big >/dev/null &&
            task add Weekly due:2030-11-20T10:00 recur:weekly >/dev/null &&
            task 1 annotate 'some note' >/dev/null && task 1 start >/dev/null &&
            task add After depends:1 wait:2031-01-01 scheduled:2030-12-01 >/dev/null &&
            task add Finished >/dev/null && task 4 done >/dev/null && task list >/dev/null;
            task rc.gc=off export >before.json 2>/dev/null &&
            redo-import --from taskwarrior before.json && redo-done milk &&
            redo-export --to taskwarrior >there.json && task rc.gc=off import there.json >/dev/null 2>&1
            task rc.gc=off export 2>/dev/null >after.json
            """)
        #expect(outcome.text.hasSuffix("done Buy milk\n"), "\(outcome)")
        func tasks(_ name: String) throws -> [JSONValue] {
            try JSONDocument(task("cat \(name)").output).root.value.elements
        }
        let (before, sent, after) = (
            try tasks("before.json"), try tasks("there.json"), try tasks("after.json")
        )
        #expect(before.count == after.count, "\(after)")
        for old in before {
            let leaving = try #require(sent.first { $0["uuid"] == old["uuid"] })
            let new = try #require(after.first { $0["uuid"] == old["uuid"] })
            if old["description"] == "Buy milk" {
                #expect(new["status"] == "completed" && new["start"] == nil)
                #expect(new["annotations"] == old["annotations"] && new["priority"] == "M")
                continue
            }
            guard case .object(let members) = old, case .object(let sent) = leaving,
                case .object(let read) = new
            else {
                Issue.record("\(old), \(leaving), \(new)")
                continue
            }
            for member in members where member.name != "urgency" && member.name != "id" {
                #expect(sent.contains(member), "\(member) \(leaving)")
                #expect(member.name == "modified" || read.contains(member), "\(member) \(new)")
            }
        }
    }

    @Test(.withTools("task")) func aDatabaseOfTaskwarriorComesIn() throws {
        let made = try task(
            """
            task add 'Buy milk' project:Home due:2030-11-20 +a priority:M size:big >/dev/null &&
            task add Weekly due:2030-11-20T10:00 recur:weekly >/dev/null &&
            task 1 annotate 'some note' >/dev/null &&
            task add After depends:1 wait:2031-01-01 scheduled:2030-12-01 >/dev/null &&
            task add Finished >/dev/null && task 4 done >/dev/null &&
            task list >/dev/null; task export >all.json && redo-import --from taskwarrior all.json
            """)
        #expect(made.status == 0 && made.text.hasSuffix("added 4 tasks\n"), "\(made)")
        let again = try task(
            "task export >all.json 2>/dev/null; redo-import --from taskwarrior all.json")
        #expect(again.text == "added 0 tasks, 4 were known\n", "\(again)")
        let tasks = try store.tasks()
        let weekly = try #require(tasks.first { $0["title"]?.text == "Weekly" })
        #expect(weekly["recurrence"]?.text == "FREQ=WEEKLY;BYHOUR=10;BYMINUTE=0")
        #expect(tasks.first { $0["title"]?.text == "Finished" }?["completedAt"]?.isNull == false)
        let milk = try #require(tasks.first { $0["title"]?.text == "Buy milk" })
        #expect(milk["project"]?.text == "Home" && milk["priority"] == 3)
        #expect(milk["size"]?.text == "big" && milk["tags"]?.elements.map(\.text) == ["a"])
        #expect(try store.run("comment", ["list", "--json"]).text.contains("some note"))
        let after = try #require(tasks.first { $0["title"]?.text == "After" })
        #expect(after["dependsOn"]?.elements.map(\.text) == [milk["guid"]?.text])
        #expect(after["wait"]?.text?.hasPrefix("2031-01-01T") == true)
        #expect(after["scheduled"]?.text?.hasPrefix("2030-12-01T") == true)
        try store.expectSound(skipping: 1)
    }

    // MARK: todoman

    private func todoman(_ line: String) throws -> CommandOutcome {
        let configuration = """
            path = "\(store.runner.path("lists"))/*"
            date_format = "%Y-%m-%d"
            time_format = "%H:%M"
            default_list = "redo"
            cache_path = "\(store.runner.path("todoman.sqlite"))"
            """
        try store.runner.write(Array("\(configuration)\n".utf8), to: "todoman.py")
        return try store.runner.shell(
            "mkdir -p lists/redo && \(line)",
            extra: ["TODOMAN_CONFIG": store.runner.path("todoman.py")])
    }

    @Test(.withTools("todoman")) func todomanSeesTasksAndItsChangesComeBack() throws {
        try store.add("Milk, fresh; \"cold\"", "--due", "2030-11-20 9:00")
        let listed = try todoman("redo-vdir lists/redo && todoman list && todoman --porcelain list")
        #expect(listed.status == 0 && listed.text.contains("Milk, fresh; \"cold\""), "\(listed)")
        let changed = try todoman(
            """
            todoman new -l redo -d '2030-12-24' Goose >/dev/null && todoman done 1 &&
            redo-vdir lists/redo && redo-vdir lists/redo
            """)
        #expect(changed.status == 0, "\(changed)")
        #expect(changed.text.hasSuffix("1 task added, 1 task edited\n"), "\(changed)")
        let goose = try #require(try store.tasks().first { $0["title"]?.text == "Goose" })
        #expect(goose["due"]?.text?.hasPrefix("2030-12-24") == true)
        let milk = try #require(try store.tasks().first { $0["title"]?.text != "Goose" })
        #expect(milk.todos.first?["completed"]?.isNull == false)
        #expect(try store.run("done", ["Goose"]).status == 0)
        let last = try todoman("redo-vdir lists/redo && todoman list --status ANY")
        #expect(
            last.status == 0 && last.text.contains("[X]") && last.text.contains("Goose"), "\(last)")
        try store.expectSound()
    }

    // MARK: vdirsyncer and Radicale

    @Test(.withTools("vdirsyncer", "radicale")) func twoStoresMeetOnACalDAVServer() throws {
        let server = store.runner.path("server")
        try FileManager.default.createDirectory(atPath: server, withIntermediateDirectories: true)
        let radicale = try ServerProcess(script: "caldav.py", [server])
        let other = try TaskStore()
        for side in [store, other] {
            let configuration = """
                [general]
                status_path = "\(side.runner.path("status"))"
                [pair tasks]
                a = "here"
                b = "there"
                collections = [["tasks", "tasks", "tasks"]]
                conflict_resolution = "b wins"
                [storage here]
                type = "filesystem"
                path = "\(side.runner.path("calendars"))"
                fileext = ".ics"
                [storage there]
                type = "caldav"
                url = "http://127.0.0.1:\(radicale.port)/"
                username = "ana"
                password = "none"
                """
            try side.runner.write(Array("\(configuration)\n".utf8), to: "vdirsyncer.conf")
        }
        func exchange(_ side: TaskStore) throws {
            let outcome = try side.runner.shell(
                """
                mkdir -p calendars/tasks && redo-vdir calendars/tasks &&
                (yes | vdirsyncer -c vdirsyncer.conf discover) >discovered 2>&1;
                vdirsyncer -c vdirsyncer.conf sync >synced 2>&1 || { cat discovered synced; exit 9; }
                redo-vdir calendars/tasks
                """)
            try #require(outcome.status == 0, "\(outcome)")
        }
        func titles(_ side: TaskStore) throws -> [String] {
            try side.tasks().compactMap { $0["title"]?.text }.sorted()
        }
        try store.add("Milk, fresh\nand cold", "--due", "2030-11-20 9:00", "-t", "a,b")
        try other.add("Bread")
        try exchange(store)
        try exchange(other)
        try exchange(store)
        #expect(try titles(store) == ["Bread", "Milk, fresh\nand cold"])
        #expect(try titles(other) == titles(store))
        let milk = try #require(try other.tasks().first { $0["title"]?.text != "Bread" })
        #expect(milk["due"]?.text == "2030-11-20T09:00:00.000Z")
        #expect(milk["tags"]?.elements.map(\.text) == ["a", "b"])
        #expect(try other.run("edit", ["Milk", "--title", "Oat milk"]).status == 0)
        #expect(try other.run("delete", ["Bread"]).status == 0)
        try exchange(other)
        try exchange(store)
        #expect(try titles(store) == ["Oat milk"])
        try store.expectSound()
        try other.expectSound()
    }
}
