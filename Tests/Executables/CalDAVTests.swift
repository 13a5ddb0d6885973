import Foundation
import RedoJSON
import TestSupport
import Testing

/// The recipe of docs/interchange.md: `redo vdir` and vdirsyncer, with other clients of a CalDAV server.
@Suite struct CalDAVTests {
    let store: TaskStore
    let server: ServerProcess

    init() throws {
        store = try TaskStore()
        let directory = store.runner.path("server")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        server = try ServerProcess(script: "caldav.py", [directory])
        for side in ["redo", "todoman"] {
            try store.runner.write(Array(configuration(side).utf8), to: "\(side).conf")
            try FileManager.default.createDirectory(
                atPath: store.runner.path("\(side)/tasks"), withIntermediateDirectories: true)
        }
        let todoman = """
            path = "\(store.runner.path("todoman"))/*"
            date_format = "%Y-%m-%d"
            time_format = "%H:%M"
            default_list = "tasks"
            cache_path = "\(store.runner.path("todoman.sqlite"))"

            """
        try store.runner.write(Array(todoman.utf8), to: "todoman.py")
    }

    private func configuration(_ side: String) -> String {
        """
        [general]
        status_path = "\(store.runner.path("status-\(side)"))"
        [pair tasks]
        a = "here"
        b = "there"
        collections = [["tasks", "tasks", "tasks"]]
        conflict_resolution = "b wins"
        [storage here]
        type = "filesystem"
        path = "\(store.runner.path(side))"
        fileext = ".ics"
        [storage there]
        type = "caldav"
        url = "http://127.0.0.1:\(server.port)/"
        username = "ana"
        password = "none"

        """
    }

    private func shell(_ line: String) throws -> CommandOutcome {
        let outcome = try store.runner.shell(
            line, extra: ["TODOMAN_CONFIG": store.runner.path("todoman.py")])
        try #require(outcome.status == 0, "\(line)\n\(outcome)")
        return outcome
    }

    private func discover() throws {
        for side in ["redo", "todoman"] {
            _ = try shell(
                "(yes | vdirsyncer -c \(side).conf discover) >discovered 2>&1 || cat discovered")
        }
    }

    /// The recipe: the files get what changed on the server, then both sides are compared, then the server gets the rest.
    /// So vdirsyncer finds no conflicts, and what both sides changed becomes heads of the task.
    private func exchange() throws {
        let sync = "vdirsyncer -c redo.conf sync >synced 2>&1 || { cat synced; exit 9; }"
        _ = try shell([sync, "redo-vdir redo/tasks || exit", sync].joined(separator: "\n"))
    }

    private func todoman(_ lines: [String]) throws {
        let sync = "vdirsyncer -c todoman.conf sync >synced 2>&1 || { cat synced; exit 9; }"
        _ = try shell(([sync] + lines + [sync]).joined(separator: "\n"))
    }

    /// What the server has, after some changes of Thunderbird's kind.
    private func bird(_ changes: [JSONValue] = []) throws -> [JSONValue] {
        let lines = changes.map { String(decoding: CanonicalJSON.bytes($0), as: UTF8.self) + "\n" }
        let outcome = try CalendarReaders.change(
            "http://127.0.0.1:\(server.port)/ana/tasks/", lines.joined(), in: store.runner)
        try #require(outcome.status == 0, "\(changes) \(outcome)")
        return try outcome.lines.map { try JSONDocument(Array($0.utf8)).root.value }
    }

    /// A task as all sides should have it.
    private struct Expected {
        var title: String
        var isSeries = false
        var isCompleted = false
        var isDeleted = false
        var due: String?
    }

    /// Changes of one round, each of another task.
    @Test(.withTools("vdirsyncer", "radicale", "todoman"), .withCalendarReaders)
    func aDayOfEditsLosesAndDoublesNothing() throws {
        let seed = Seed()
        var generator = seed.generator
        var tasks: [Expected] = []
        var count = 0
        func name(_ side: String) -> String {
            count += 1
            return "\(side)\(count)"
        }
        try discover()
        for _ in 0..<6 {
            var free = tasks.indices.filter { !tasks[$0].isDeleted && !tasks[$0].isCompleted }
                .shuffled(using: &generator)
            // Here.
            tasks.append(Expected(title: name("redo "), due: "2025-11-20T09:00:00.000Z"))
            try store.add(tasks[tasks.count - 1].title, "--due", "2025-11-20 09:00")
            if let index = free.popLast() {
                let old = tasks[index].title
                switch Int.random(in: 0...2, using: &generator) {
                case 0:
                    tasks[index].title += " r"
                    #expect(
                        try store.run("edit", [old, "--title", tasks[index].title]).status == 0)
                case 1:
                    #expect(try store.run("delete", [old]).status == 0)
                    tasks[index].isDeleted = true
                default:
                    let isSeries = tasks[index].isSeries
                    let arguments = isSeries ? ["edit", old, "-t", "tag"] : ["done", old]
                    #expect(
                        try store.run(arguments[0], Array(arguments.dropFirst())).status == 0)
                    tasks[index].isCompleted = !isSeries
                }
            }
            // Thunderbird.
            let rule: [JSONValue] =
                Bool.random(using: &generator) ? [] : ["FREQ=DAILY;COUNT=30"]
            let own = name("bird ")
            var changes: [JSONValue] = [.array(["new", .string(JSONString(own))] + rule)]
            tasks.append(
                Expected(title: own, isSeries: !rule.isEmpty, due: "2025-11-20T09:00:00.000Z"))
            let shared = Set(try bird().compactMap { $0["title"]?.text })
            free = free.filter { shared.contains(tasks[$0].title) }
            for change in ["retitle", "complete", "move", "alarm", "delete"].shuffled(
                using: &generator
            )
            .prefix(2) {
                guard let index = free.popLast() else { break }
                let title = JSONValue.string(JSONString(tasks[index].title))
                switch change {
                case "retitle":
                    tasks[index].title += " b"
                    changes.append(
                        ["retitle", title, .string(JSONString(tasks[index].title))])
                case "complete" where tasks[index].isSeries:
                    changes.append(["occurrence", title])
                    tasks[index].due = nil
                case "complete":
                    changes.append(["complete", title])
                    tasks[index].isCompleted = true
                case "move":
                    changes.append(["move", title, 1])
                    tasks[index].due = nil
                case "alarm": changes.append(["alarm", title])
                default:
                    changes.append(["delete", title])
                    tasks[index].isDeleted = true
                }
            }
            _ = try bird(changes)
            // todoman.
            let new = name("todoman ")
            tasks.append(Expected(title: new))
            try todoman(["todoman new -l tasks -d 2025-12-24 '\(new)' >/dev/null"])
            try exchange()
        }
        try exchange()
        try exchange()
        let silent = try shell("redo-vdir redo/tasks")
        #expect(silent.text.isEmpty && silent.error.isEmpty, "\(silent) \(seed.replay)")
        try compare(tasks, "\(seed.replay)")
        try store.expectSound()
    }

    private func compare(_ expected: [Expected], _ replay: String) throws {
        let here = try store.tasks()
        let there = try bird()
        let kept = expected.filter { !$0.isDeleted }
        #expect(
            there.compactMap { $0["title"]?.text }.sorted() == kept.map(\.title).sorted(),
            "\(replay)")
        let open = here.filter { $0["trashedAt"]?.isNull != false && $0["archived"] != true }
        #expect(
            open.compactMap { $0["title"]?.text }.sorted() == kept.map(\.title).sorted(),
            "\(replay)")
        for task in kept {
            let remote = try #require(there.first { $0["title"]?.text == task.title })
            let local = try #require(open.first { $0["title"]?.text == task.title })
            #expect(remote["isCompleted"] == .bool(task.isCompleted), "\(task) \(replay)")
            if !task.isSeries, let due = task.due {
                #expect(remote["due"]?.text == due, "\(task) \(replay)")
            }
            if !task.isSeries, !task.isCompleted, remote["due"]?.text?.contains("T") == true {
                #expect(local["due"]?.text == remote["due"]?.text, "\(task) \(replay)")
            }
        }
        // What is on the server, others read.
        let files = try shell(
            "find server/collections -name '*.ics' -not -path '*/.Radicale.cache/*' | sort"
        ).lines
        let read = try CalendarReaders.run(files, in: store.runner)
        #expect(read.status == 0, "\(read.error) \(replay)")
    }

    /// A completed override, a moved series and an alarm of another client are what redo has, too.
    @Test(.withTools("vdirsyncer", "radicale", "todoman"), .withCalendarReaders)
    func changesOfASeriesComeIn() throws {
        try discover()
        _ = try bird([["new", "Water", "FREQ=DAILY"], ["new", "Milk"]])
        try exchange()
        #expect(try store.tasks().count == 2)
        _ = try bird([["occurrence", "Water"], ["move", "Milk", 2], ["alarm", "Milk"]])
        try exchange()
        let tasks = try store.tasks()
        #expect(tasks.count == 2)
        let water = try #require(tasks.first { $0["title"]?.text == "Water" })
        #expect(water["due"]?.text == "2025-11-21T09:00:00.000Z", "\(water)")
        let milk = try #require(tasks.first { $0["title"]?.text == "Milk" })
        #expect(milk["due"]?.text == "2025-11-22T09:00:00.000Z")
        #expect(try store.run("edit", ["Milk", "--title", "Oat milk"]).status == 0)
        try exchange()
        let there = try bird()
        #expect(there.compactMap { $0["title"]?.text }.sorted() == ["Oat milk", "Water"])
        #expect(there.first { $0["title"]?.text == "Oat milk" }?["alarms"]?.number == 2)
        try store.expectSound()
    }
}
