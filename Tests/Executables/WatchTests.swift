import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo watch` as a process: it tells what any other process writes.
@Suite struct WatchTests {
    let store: TaskStore
    private var runner: CommandRunner { store.runner }

    init() throws { store = try TaskStore() }

    /// Starts a watch, and waits until it watches.
    private func watch(_ words: String..., errors: String = "errors") throws -> Coprocess {
        let path = runner.path(".redo/watch/lock")
        try? FileManager.default.removeItem(atPath: path)
        let process = try Coprocess(runner, "redo-watch", words, errorFile: errors)
        // It watches before it locks the order of arrivals.
        while !FileManager.default.fileExists(atPath: path), process.isRunning { usleep(1000) }
        return process
    }

    private static func end(_ process: Coprocess) {
        process.send(signal: SIGTERM)
        _ = process.wait()
    }

    private func object(_ line: String?) throws -> JSONValue {
        try JSONDocument(Array(try #require(line).utf8)).root.value
    }

    private func next(_ process: Coprocess) throws -> JSONValue { try object(process.line()) }

    private func cursor() throws -> String {
        try #require(try store.run("watch", ["--cursor"]).lines.first)
    }

    private func lines(since cursor: String, _ words: String...) throws -> [JSONValue] {
        try TaskStore.objects(store.run("watch", ["--since", cursor, "--once"] + words))
    }

    // MARK: What is told

    @Test func aChangeIsToldAsItComes() throws {
        let id = try store.add("Milk", "--due", "2025-11-20")
        let process = try watch()
        defer { Self.end(process) }
        #expect(try store.run("edit", ["Milk", "--priority", "5"]).status == 0)
        let line = try next(process)
        #expect(line["action"]?.text == "UPDATE" && line["task"]?.text == id)
        #expect(line["title"]?.text == "Milk" && line["wall"]?.text == CommandRunner.now)
        #expect(line["author"]?["name"]?.text == "Test" && line["device"]?.text == "test-device")
        #expect(line["counts"] == .bool(true) && line["code"] == .null)
        #expect(line["node"]?.text == (try store.nodes().last?.nodeID))
        let changes = try #require(line["changes"]?.elements)
        #expect(changes.count == 1 && changes[0]["member"]?.text == "priority")
        #expect(changes[0]["before"] == 3 && changes[0]["after"] == 5)
        // The next one goes on.
        #expect(try store.run("done", ["Milk"]).status == 0)
        #expect(try next(process)["action"]?.text == "COMPLETE_TODO")
    }

    /// Files of single nodes, packs, and files that other programs put in place; in folders that were not there.
    @Test func everyWriterIsSeen() throws {
        let other = try TaskStore()
        for number in 0..<3 { try other.add("Other \(number)", "--draft") }
        let export = try other.run("export").output
        let process = try watch()
        defer { Self.end(process) }
        var told: Set<String> = []
        func take() throws { told.insert(try #require(try next(process)["node"]?.text)) }
        #expect(try store.run("add", ["Loose", "--draft"]).status == 0)
        try take()
        let titles = (0..<150).map { "Packed \($0)\n" }.joined()
        let bulk = try runner.run("redo-add", ["--draft", "-"], input: Array(titles.utf8))
        #expect(bulk.status == 0, "\(bulk)")
        for _ in 0..<150 { try take() }
        #expect(try runner.run("redo-import", ["--unsigned"], input: export).status == 0)
        for _ in 0..<3 { try take() }
        #expect(try store.run("category", ["add", "Home"]).status == 0)
        let category = try next(process)
        #expect(category["task"] == .null && category["category"]?.text?.count == 36)
        told.insert(try #require(category["node"]?.text))
        // As a program that synchronises folders does.
        let third = try TaskStore()
        try third.add("Copied", "--draft")
        let copied = try runner.shell(
            "cd .redo/objects && for f in $(cd \(third.runner.path(".redo/objects")) && echo ??/*); do "
                + "mkdir -p ${f%/*}; cp \(third.runner.path(".redo/objects"))/$f $f; done")
        #expect(copied.status == 0, "\(copied)")
        try take()
        #expect(told == Set(try store.nodes().compactMap(\.nodeID)))
    }

    /// As a program that synchronises folders does: a pack whose index comes later, and an index whose pack does.
    @Test(arguments: [["pack", "idx"], ["idx", "pack"]])
    func aPackThatComesInPartsIsSeen(_ suffixes: [String]) throws {
        let other = try TaskStore()
        for number in 0..<3 { try other.add("Other \(number)", "--draft") }
        #expect(try other.run("gc", ["-q", "--all"]).status == 0)
        let process = try watch()
        defer { Self.end(process) }
        let packs = other.runner.path(".redo/objects/pack")
        for suffix in suffixes {
            let copied = try runner.shell(
                "mkdir -p .redo/objects/pack; cp \(packs)/*.\(suffix) .redo/objects/pack/; sleep 0.2"
            )
            #expect(copied.status == 0, "\(copied)")
        }
        let titles = try (0..<3).map { _ in try next(process)["title"]?.text }
        #expect(Set(titles) == ["Other 0", "Other 1", "Other 2"])
    }

    /// Packing moves nodes; nothing has come.
    @Test func packingIsNoChange() throws {
        for number in 0..<5 { try store.add("Task \(number)", "--draft") }
        let process = try watch()
        defer { Self.end(process) }
        #expect(try store.run("gc", ["--all"]).status == 0)
        #expect(try store.run("prune").status == 0)
        try store.add("New", "--draft")
        #expect(try next(process)["title"]?.text == "New")
    }

    @Test func aQueryChooses() throws {
        for title in ["Milk", "Bread", "Cake"] { try store.add(title, "--tag", "shop", "--draft") }
        let lines = try told(
            to: "tag:shop priority:5",
            by: [
                ["edit", "Bread", "--description", "not told"],
                ["edit", "Milk", "--priority", "5"],
                ["edit", "Milk", "--description", "told"], ["edit", "Milk", "--priority", "1"],
                ["edit", "Milk", "--priority", "2"], ["category", "add", "Home"],
                ["edit", "Cake", "--priority", "5"],
            ])
        let told = lines.map {
            "\($0["title"]?.text ?? "") \($0["changes"]?.elements.first?["after"] ?? .null)"
        }
        #expect(
            told == [
                "Milk \(JSONValue(5))", "Milk \(JSONValue("told"))", "Milk \(JSONValue(1))",
                "Cake \(JSONValue(5))",
            ])
    }

    /// What a watch of a query tells of commands, one after the other.
    ///
    /// Nodes that come together are told together, so each command is followed by one whose change is told in
    /// any case.
    private func told(to query: String, by commands: [[String]]) throws -> [JSONValue] {
        try store.add("Marker", "--tag", "marker", "--draft")
        let process = try watch("--query", "(\(query)) or tag:marker")
        defer { Self.end(process) }
        var told: [JSONValue] = []
        for (number, words) in commands.enumerated() {
            let marked = ["edit", "Marker", "--description", "\(number)"]
            for words in [words, marked] {
                #expect(try store.run(words[0], Array(words.dropFirst())).status == 0)
            }
            var line = try next(process)
            while line["title"]?.text != "Marker" {
                told.append(line)
                line = try next(process)
            }
        }
        return told
    }

    /// What a query asks of permissions changes with the nodes that give and take them.
    @Test func aQueryFollowsWhatIsShared() throws {
        for title in ["Milk", "Bread"] { try store.add(title, "--draft") }
        let key = try store.keyOfAnother()
        let lines = try told(
            to: "sharedWith:any",
            by: [
                ["edit", "Milk", "--description", "not told"],
                ["share", "Milk", "--with", key, "--as", "read"],
                ["edit", "Milk", "--description", "told"], ["unshare", "Milk", "--with", key],
                ["edit", "Milk", "--description", "not told"],
                ["share", "Bread", "--with", key, "--as", "read"],
            ])
        let told = lines.map { "\($0["action"]?.text ?? "") \($0["title"]?.text ?? "")" }
        #expect(told == ["SHARE Milk", "UPDATE Milk", "UNSHARE Milk", "SHARE Bread"])
    }

    /// What others write ends no watch.
    @Test func aNameThatIsTakenAwayMeansNoOne() throws {
        try store.add("Milk", "--draft")
        #expect(try store.run("person", ["create", "Ana"]).status == 0)
        let lines = try told(
            to: "owner:Ana",
            by: [
                ["edit", "Milk", "--priority", "5"], ["person", "rename", "Anna"],
                ["edit", "Milk", "--priority", "4"], ["person", "rename", "Ana"],
                ["edit", "Milk", "--priority", "1"],
            ])
        #expect(lines.map { $0["changes"]?.elements.first?["after"] } == [5, 1])
    }

    /// The beginning of an id can mean an author who comes later.
    @Test func aNewAuthorIsKnown() throws {
        func take(_ number: Int, from user: String) throws {
            let title = JSONValue.string(JSONString(user))
            _ = try runner.store(
                SampleNode(task: SampleNode.task(number), user: user, fields: ["title": title]))
        }
        try take(1, from: "00112233445566778899aabbccddeeff")
        let process = try watch("--query", "owner:0011")
        defer { Self.end(process) }
        try take(2, from: "ffffffffffffffffffffffffffffffff")
        try take(3, from: "0011ffffffffffffffffffffffffffff")
        #expect(try next(process)["title"]?.text == "0011ffffffffffffffffffffffffffff")
    }

    @Test func aDeletedTaskHasTheTitleThatItHad() throws {
        try store.add("Milk", "--draft")
        let start = try cursor()
        #expect(try store.run("delete", ["--now", "--force", "Milk"]).status == 0)
        let lines = try lines(since: start)
        let last = try #require(lines.last)
        #expect(last["action"]?.text == "DELETE" && last["title"]?.text == "Milk", "\(lines)")
    }

    // MARK: Cursors

    /// With what comes while no one watches, through packing and pruning, nothing is missed or told twice.
    @Test func aCursorGoesOn() throws {
        try store.add("First", "--draft")
        let first = try watch()
        #expect(try store.run("add", ["Second", "--draft"]).status == 0)
        let line = try next(first)
        let cursor = try #require(line["cursor"]?.text)
        first.send(signal: SIGKILL)
        _ = first.wait()
        for title in ["Third", "Fourth"] { try store.add(title, "--draft") }
        #expect(try store.run("gc", ["--all"]).status == 0)
        try store.add("Fifth", "--draft")
        #expect(try store.run("prune").status == 0)
        // What comes together is told in the order of the log, here that of ids.
        #expect(
            try Set(lines(since: cursor).map { $0["title"]?.text }) == ["Third", "Fourth", "Fifth"])
        // Again the same, and from each cursor the rest.
        let all = try lines(since: "0")
        let titles = all.map { $0["title"]?.text }
        #expect(titles[..<2] == ["First", "Second"])
        #expect(Set(titles[2...]) == ["Third", "Fourth", "Fifth"])
        for (place, line) in all.enumerated() {
            let rest = try lines(since: try #require(line["cursor"]?.text))
            #expect(rest == Array(all[(place + 1)...]))
        }
        // A watch tells the rest, and what comes.
        let second = try watch("--since", try #require(all[3]["cursor"]?.text))
        defer { Self.end(second) }
        #expect(try next(second)["title"]?.text == titles[4])
        try store.add("Sixth", "--draft")
        #expect(try next(second)["title"]?.text == "Sixth")
    }

    /// Two of them tell the same, with the same cursors; one that stands still holds up neither.
    @Test func twoWatchesDoNotDisturbOneAnother() throws {
        try store.add("Before", "--draft")
        let first = try watch()
        let second = try watch(errors: "errors2")
        let asleep = try watch("--since", "0", errors: "errors3")
        defer { for process in [first, second, asleep] { Self.end(process) } }
        // Now it has begun, and holds no lock.
        #expect(try next(asleep)["title"]?.text == "Before")
        asleep.send(signal: SIGSTOP)
        for number in 0..<5 { try store.add("Task \(number)", "--draft") }
        let lines = (0..<5).map { _ in first.line() }
        #expect(lines.allSatisfy { $0 != nil })
        #expect((0..<5).map { _ in second.line() } == lines)
        asleep.send(signal: SIGCONT)
        #expect((0..<5).map { _ in asleep.line() } == lines)
    }

    /// Another process that stands still while it has the lock puts the telling off, and no more.
    @Test func aLockThatIsKeptPutsItOff() throws {
        let process = try watch()
        defer { Self.end(process) }
        let outcome = try runner.shell(
            "flock .redo/watch/lock sh -c 'redo-add One --draft; redo-add Two --draft; redo-gc -q --all; sleep 0.3'"
        )
        #expect(outcome.status == 0, "\(outcome)")
        let titles = try (0..<2).map { _ in try next(process)["title"]?.text }
        #expect(Set(titles) == ["One", "Two"])
        try store.add("Three", "--draft")
        #expect(try next(process)["title"]?.text == "Three")
    }

    @Test(arguments: ["", "x", "1", "5-12345", "-1-0123456789abcdef", "0x10"])
    func aBadCursorIsWrongUsage(_ text: String) throws {
        try store.expectNothingWritten(
            by: "watch", ["--since", text], status: 129,
            error: "error: USAGE: not a cursor of redo watch: '\(text)'\n")
    }

    @Test func anUnknownCursorIsAClearError() throws {
        try store.add("Milk", "--draft")
        let known = try cursor()
        try FileManager.default.removeItem(atPath: runner.path(".redo/watch/arrivals"))
        for text in ["5-0123456789abcdef", known] {
            let outcome = try store.run("watch", ["--since", text, "--once"])
            #expect(outcome.status == 128 && outcome.output.isEmpty)
            #expect(
                outcome.codedError.hasPrefix(
                    "error: NAME_001: this store does not have the cursor '\(text)'\n"
                        + "hint: 'redo watch --since 0' reports everything again"), "\(outcome)")
        }
    }

    @Test(arguments: [["--once"], ["--cursor", "--once"], ["--cursor", "--query", "x"], ["x"]])
    func wrongUsageIsRefused(_ words: [String]) throws {
        try store.expectNothingWritten(by: "watch", words, status: 129, error: "error: USAGE: ")
    }

    @Test func aBadQueryIsRefused() throws {
        let outcome = try store.run("watch", ["--query", "priority:x"])
        #expect(outcome.status == 129 && outcome.output.isEmpty, "\(outcome)")
    }

    // MARK: Misfortune

    @Test func aReaderThatGoesAwayEndsIt() throws {
        let outcome = try runner.shell(
            """
            (redo-watch; echo $? > status) | head -n 1 &
            while ! [ -e .redo/watch/lock ]; do sleep 0.01; done
            redo-add Milk --draft >/dev/null; wait
            """)
        #expect(outcome.lines.count == 1, "\(outcome)")
        while !FileManager.default.fileExists(atPath: runner.path("status")) { usleep(1000) }
        #expect(try runner.shell("cat status").text == "141\n")
    }

    @Test func aStoreThatGoesIsAnError() throws {
        let process = try watch()
        try FileManager.default.removeItem(atPath: runner.path(".redo/objects"))
        #expect(process.wait() == 128)
        let error = try runner.shell("cat errors").text.codesFirst
        #expect(error.hasPrefix("error: STORAGE_001: the store cannot be watched: "), "\(error)")
    }

    /// A damaged node is told when a good copy has come; the others are told all the same.
    @Test func aDamagedNodeComesWhenItIsWhole() throws {
        let other = try TaskStore()
        try other.add("Damaged", "--draft")
        let export = try other.run("export").output
        let id = try #require(try other.nodes()[0].nodeID).dropFirst(7)
        let (directory, name) = (id.prefix(2), id.dropFirst(2))
        let process = try watch()
        defer { Self.end(process) }
        let made = try runner.shell(
            "mkdir -p .redo/objects/\(directory); echo damaged > .redo/objects/\(directory)/\(name)"
        )
        #expect(made.status == 0)
        // Writers look at what their task needs alone.
        #expect(try store.run("add", ["Whole", "--draft"]).status == 0)
        #expect(try next(process)["title"]?.text == "Whole")
        #expect(try runner.run("redo-import", ["--unsigned"], input: export).status == 0)
        #expect(try next(process)["title"]?.text == "Damaged")
        try store.add("After", "--draft")
        #expect(try next(process)["title"]?.text == "After")
    }

    /// Watches that are killed at any moment, with writers between and beside them: in the end each node was told, and
    /// none twice after its cursor was seen.
    @Test func nothingIsMissedHoweverItIsKilled() throws {
        let seed = Seed()
        var generator = seed.generator
        var cursor = "0"
        var told: [String] = []
        for round in 0..<12 {
            let process = try Coprocess(runner, "redo-watch", ["--since", cursor])
            let line = try runner.shell(
                "redo-add 'a \(round)' --draft; redo-add 'b \(round)' --due +1d"
                    + (Bool.random(using: &generator) ? "; redo-gc -q --all" : ""))
            #expect(line.status == 0, "\(line)")
            usleep(UInt32.random(in: 0...20_000, using: &generator))
            process.send(signal: SIGKILL)
            _ = process.wait()
            // What was printed whole before the end counts, up to where the reader stopped.
            let keeps = Bool.random(using: &generator)
            while let text = process.line() {
                guard keeps || Bool.random(using: &generator) else { break }
                let line = try object(text)
                told.append(try #require(line["node"]?.text))
                cursor = try #require(line["cursor"]?.text)
            }
        }
        for line in try lines(since: cursor) { told.append(try #require(line["node"]?.text)) }
        let nodes = try store.nodes().compactMap(\.nodeID)
        #expect(told.count == nodes.count, seed.replay)
        #expect(Set(told) == Set(nodes), seed.replay)
    }

    // MARK: A store that cannot be written to

    /// The order of arrivals cannot be kept, so there are no cursors; all else works.
    @Test func aStoreThatCannotBeWrittenToIsWatchedWithoutCursors() throws {
        let mounted = try runner.shell(
            "mkdir look && mount --bind .redo look && mount -o remount,bind,ro look")
        try #require(mounted.status == 0, "\(mounted)")
        defer { _ = try? runner.shell("umount look") }
        for words in [["--cursor"], ["--since", "0", "--once"]] {
            let outcome = try store.run("watch", words + ["--redo-dir", "look"])
            #expect(outcome.status == 128)
            #expect(
                outcome.codedError.hasPrefix(
                    "error: STORAGE_003: the order of arrivals cannot be kept"))
            #expect(outcome.codedError.contains("hint: without --since and --cursor"), "\(outcome)")
        }
        let process = try Coprocess(
            runner, "redo-watch", ["--query", "milk", "--redo-dir", "look"], errorFile: "errors")
        defer { Self.end(process) }
        // It says so when it watches.
        while (try? runner.contents(ofFile: "errors"))?.isEmpty ?? true, process.isRunning {
            usleep(1000)
        }
        #expect(try store.run("add", ["Bread", "--draft"]).status == 0)
        #expect(try store.run("add", ["Milk", "--draft"]).status == 0)
        let line = try next(process)
        #expect(line["title"]?.text == "Milk" && line["cursor"] == .null)
        #expect(try store.run("edit", ["Milk", "-p", "5"]).status == 0)
        #expect(try next(process)["action"]?.text == "UPDATE")
        #expect(
            String(decoding: try runner.contents(ofFile: "errors"), as: UTF8.self)
                == "note: this store cannot be written to, so changes have no cursors\n")
    }
}
