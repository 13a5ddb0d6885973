import Foundation
import RedoCrypto
import RedoJSON
import TestSupport
import Testing

/// What commands keep of the tasks of packs, so that the next one need not replay them.
@Suite struct TaskCacheTests {
    private static let cache = ".redo/tasks.cache"
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    /// A packed log of more tasks than are made by one processor at a time.
    init() throws {
        store = try TaskStore()
        let nodes = (1...1200).map { number in
            var title = "Task \(number)"
            if number % 7 == 0 { title += " Café 😀" }
            return SampleNode(
                task: SampleNode.task(number),
                fields: [
                    "title": .string(JSONString(title)),
                    "priority": .number(Double(number % 5 + 1)),
                    "tags": ["number", .string(JSONString("t\(number % 3)"))],
                ])
        }
        let lines = try runner.lines(of: nodes).joined(separator: "\n")
        let imported = try runner.run("redo-import", ["--unsigned"], input: Array(lines.utf8))
        try #require(imported.status == 0, "\(imported)")
    }

    private func removeCache() { try? FileManager.default.removeItem(atPath: cachePath) }

    private var cachePath: String { runner.path(Self.cache) }

    private var isKept: Bool { FileManager.default.fileExists(atPath: cachePath) }

    /// What commands that use it print.
    private func outputs() throws -> [String] {
        try [
            store.run("list"), store.run("list", ["--all", "--json"]),
            store.run("search", ["cafe", "number"]), store.run("stats", ["--json"]),
            store.run("status", ["--json"]), store.run("show", ["Task 700 Café"]),
        ].map {
            #expect($0.status == 0 && $0.error.isEmpty, "\($0)")
            return $0.text
        }
    }

    @Test func whatIsKeptIsWhatAReplayFinds() throws {
        #expect(!isKept)
        let cold = try outputs()
        #expect(isKept)
        #expect(try outputs() == cold)
        removeCache()
        #expect(try outputs() == cold)
        // The tasks as the replay, which does not use it, has them.
        let replayed = try store.run("replay", ["--canonical"]).text
        let listed = try store.tasks()
        #expect(listed.count == 1200)
        for task in listed.prefix(20) {
            guard case .object(let members) = task else { continue }
            let state = JSONValue.object(
                members.filter {
                    !["blocked", "due", "overdue", "project", "rank", "state", "todo", "urgency"]
                        .contains($0.name.description)
                })
            let text = String(decoding: CanonicalJSON.bytes(state), as: UTF8.self)
            #expect(replayed.contains(text))
        }
    }

    @Test func looseNodesCount() throws {
        _ = try store.run("list")
        #expect(isKept)
        try store.add("A new one")
        let renamed = SampleNode.task(5)
        _ = try store.run("edit", [renamed, "--title", "Another title"])
        _ = try store.run("archive", [SampleNode.task(6)])
        _ = try store.run("delete", ["--now", SampleNode.task(7)])
        let warm = try outputs()
        #expect(warm[1].contains("\"A new one\"") && warm[1].contains("\"Another title\""))
        #expect(!warm[1].contains("\"Task 5\"") && !warm[1].contains(SampleNode.task(7)))
        removeCache()
        #expect(try outputs() == warm)
        // Nor is the cache that is there now one of the packs that a gc makes.
        _ = try store.run("gc", ["-q", "--all"])
        let packed = try outputs()
        #expect(packed[1] == warm[1])
        removeCache()
        #expect(try outputs() == packed)
    }

    /// Lists of open tasks and `status` do not read the others.
    @Test func tasksThatAreNotOpenCount() throws {
        let (archived, completed) = (SampleNode.task(6), SampleNode.task(8))
        _ = try store.run("archive", [archived])
        _ = try store.run("done", [completed])
        _ = try store.run("gc", ["-q", "--all"])
        func counts() throws -> [JSONValue?] {
            let tasks = try JSONDocument(store.run("status", ["--json"]).output).root["tasks"]
            return [tasks?["all"]?.value, tasks?["open"]?.value]
        }
        // Then with a loose node that opens one of them again.
        for isOpen in [false, true] {
            if isOpen { _ = try store.run("unarchive", [archived]) }
            removeCache()
            let cold = try (store.run("list", ["--json"]).text, counts())
            #expect(isKept)
            let warm = try (store.run("list", ["--json"]).text, counts())
            #expect(warm == cold)
            #expect(cold.1 == [1200, .number(isOpen ? 1199 : 1198)])
            #expect(cold.0.contains(archived) == isOpen && !cold.0.contains(completed))
        }
    }

    @Test func aDamagedOneIsNotUsed() throws {
        let expected = try store.run("list", ["--json"])
        let whole = try runner.contents(ofFile: Self.cache)
        for place in stride(from: 0, to: whole.count, by: whole.count / 24) {
            var bytes = whole
            bytes[place] ^= 0x10
            try runner.replace(Self.cache, with: bytes)
            #expect(try store.run("list", ["--json"]).output == expected.output, "\(place)")
            // It was made again.
            #expect(try runner.contents(ofFile: Self.cache) == whole)
        }
        try runner.replace(Self.cache, with: [])
        #expect(try store.run("list", ["--json"]).output == expected.output)
    }

    /// Whoever can write into the store can give any bytes the right checksum. What is wrong with a task is found when
    /// it is read, in the middle of a list.
    @Test func aTaskThatIsNoneIsReplayed() throws {
        _ = try store.run("edit", [SampleNode.task(8), "--depends-on", SampleNode.task(9)])
        _ = try store.run("gc", ["-q", "--all"])
        let lists = [["list"], ["list", "-n", "5"], ["list", "--json"], ["status", "--json"]]
        let expected = try lists.map { try store.run($0[0], Array($0.dropFirst())).output }
        let whole = try runner.contents(ofFile: Self.cache)
        let title = try #require(whole.firstRange(of: Array("Task 1150".utf8)))
        var bytes = whole
        // Not UTF-8.
        bytes[title.lowerBound] = 0xFF
        let checksum = FastChecksum.value(of: bytes.span.extracting(16...))
        for place in 0..<8 { bytes[8 + place] = UInt8(truncatingIfNeeded: checksum >> (8 * place)) }
        for (list, output) in zip(lists, expected) {
            try runner.replace(Self.cache, with: bytes)
            let found = try store.run(list[0], Array(list.dropFirst()))
            #expect(found.status == 0 && found.error.isEmpty && found.output == output, "\(list)")
            #expect(try runner.contents(ofFile: Self.cache) == whole, "\(list)")
        }
    }

    /// A list looks at no column of an index, so damage in one is found by others.
    @Test func aDamagedColumnIsFoundWhereItIsNeeded() throws {
        let expected = try store.run("list").output
        let packs = runner.path(".redo/objects/pack")
        let names = try FileManager.default.contentsOfDirectory(atPath: packs)
        let index = try #require(names.first { $0.hasSuffix(".idx") })
        var bytes = try runner.contents(ofFile: ".redo/objects/pack/\(index)")
        bytes[bytes.count / 2] ^= 1
        try runner.replace(".redo/objects/pack/\(index)", with: bytes)
        let list = try store.run("list")
        #expect(list.status == 0 && list.error.isEmpty && list.output == expected)
        let log = try store.run("log")
        #expect(log.status == 128 && log.codedError.contains("STORAGE_004"), "\(log)")
        #expect(try store.run("fsck").status == 1)
        // Without the cache a list needs it, too.
        removeCache()
        #expect(try store.run("list").status == 128)
    }

    /// Lines are made while tasks are gone through, or of tasks that are kept, or of the first ones alone.
    @Test func aListIsTheSameHoweverItIsMade() throws {
        _ = try store.run("edit", [SampleNode.task(8), "--depends-on", SampleNode.task(9)])
        _ = try store.run("edit", [SampleNode.task(10), "--wait", "2030-01-01"])
        for _ in 0..<2 {
            for options in [[], ["--all"], ["tag:t1"], ["--columns", "id,state,tags,title"]] {
                let lines = try store.run("list", options).text
                #expect(lines.split(separator: "\n").count > 100)
                #expect(try store.run("list", options + ["--sort=-rank"]).text == lines)
                // Columns can be narrower, and ids have none.
                if options.contains("--columns") { continue }
                let first = try store.run("list", options + ["-n", "30", "--ids"]).text
                let all = try store.run("list", options + ["--ids"]).text
                #expect(all.hasPrefix(first) && first.split(separator: "\n").count == 30)
            }
            // Then without a loose node.
            _ = try store.run("gc", ["-q", "--all"])
        }
    }

    @Test func checksFindDamageAndRepairIt() throws {
        _ = try store.run("list")
        try runner.expectClean()
        var bytes = try runner.contents(ofFile: Self.cache)
        bytes[bytes.count - 1] ^= 1
        try runner.replace(Self.cache, with: bytes)
        let checked = try store.run("fsck")
        #expect(
            checked.status == 1
                && checked.text == "\(cachePath): its checksum does not match (STORAGE_004)\n")
        let verified = try store.run("verify", ["--all"])
        #expect(
            verified.status == 1
                && verified.text == "\(cachePath): its checksum does not match (STORAGE_004)\n")
        // Named nodes are whole, whatever is kept of them.
        let node = try #require(store.nodes().first?["id"]?.text)
        #expect(try store.run("verify", [node]).status == 0)
        let repaired = try store.run("fsck", ["--repair"])
        #expect(
            repaired.status == 0
                && repaired.text == "removed \(cachePath): its checksum does not match\n")
        #expect(!isKept)
        try runner.expectClean()
    }

    @Test func aRepairFromARemoteRemovesADamagedOne() throws {
        _ = try store.run("list")
        _ = try runner.shell("git init --quiet --bare remote.git")
        _ = try store.run("remote", ["add", "origin", runner.path("remote.git")])
        try runner.replace(Self.cache, with: [1])
        let repaired = try store.run("fsck", ["--from", "origin"])
        #expect(repaired.text.contains("removed \(cachePath): its checksum does not match\n"))
        #expect(!isKept)
        try runner.expectClean()
    }

    @Test func whereItCannotBeWrittenItIsDoneWithout() throws {
        try FileManager.default.createDirectory(
            atPath: cachePath, withIntermediateDirectories: false)
        let expected = try outputs()
        try FileManager.default.removeItem(atPath: cachePath)
        #expect(try outputs() == expected)
    }

    @Test func aSmallLogKeepsNothing() throws {
        let small = TaskStore(try CommandRunner.withStore())
        try small.add("Buy milk")
        _ = try small.run("gc", ["-q", "--all"])
        _ = try small.run("list")
        #expect(!FileManager.default.fileExists(atPath: small.runner.path(Self.cache)))
    }

    /// Many commands that keep the same at the same time.
    @Test func manyAtOnceAgree() throws {
        let expected = try store.run("list", ["--json"])
        removeCache()
        let lines = (1...8).map { "redo-list --json >list-\($0)" }
        let outcome = try runner.runAtOnce(lines)
        #expect(outcome.error.isEmpty)
        try runner.expectAllDone(8)
        for number in 1...8 {
            #expect(try runner.contents(ofFile: "list-\(number)") == expected.output)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: runner.path(".redo"))
        #expect(!names.contains { $0.hasSuffix(".tmp") })
    }

    /// What is kept of all tasks is not what is shown without an author's, nor the other way round.
    @Test func whatIsKeptNamesWhoIsIgnored() throws {
        let all = try store.run("list").text
        #expect(isKept)
        let author = try #require(store.nodes().first?["author"]?["userId"]?.text)
        try #require(store.run("ignore", [author]).status == 0)
        #expect(try store.tasks().isEmpty)
        #expect(try store.tasks().isEmpty)
        #expect(try store.run("fsck").status == 0)
        try #require(store.run("ignore", ["--remove", author]).status == 0)
        #expect(try store.run("list").text == all)
    }

    // MARK: Categories, comments and work

    private static let organisationCache = ".redo/organisation.cache"
    private var organisationPath: String { runner.path(Self.organisationCache) }

    /// Categories, comments and running work of packed tasks.
    private func organise() throws {
        for words in [
            ["category", "add", "Home", "--color", "#102030"],
            ["category", "add", "Garden", "--parent", "Home"],
            ["edit", SampleNode.task(3), "--category", "Garden"],
            ["comment", "add", SampleNode.task(4), "hello"], ["start", SampleNode.task(5)],
            ["gc", "-q", "--all"],
        ] {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            try #require(outcome.status == 0, "\(words): \(outcome)")
        }
    }

    /// What lists show of them.
    private func organised() throws -> [String] {
        try [
            ["category:Home"], ["--columns", "title,category", "has:category"], ["is:active"],
            ["comments:1..", "--json"],
        ].map { words in try store.run("list", words).text }
    }

    private func plain() throws -> [String] {
        try? FileManager.default.removeItem(atPath: organisationPath)
        return try organised()
    }

    @Test func whatListsNeedOfCategoriesAndWorkIsKept() throws {
        try organise()
        let cold = try organised()
        #expect(cold[0].contains("Task 3") && cold[2].contains("Task 5"), "\(cold)")
        #expect(FileManager.default.fileExists(atPath: organisationPath))
        #expect(try organised() == cold)
        // What is there is read: a cache that says something else, under a good checksum, is another one's.
        #expect(try plain() == cold)
    }

    /// Whatever comes later counts, whether it is about the family or a task that has nodes of it.
    @Test func laterNodesOfTheFamilyCount() throws {
        try organise()
        _ = try organised()
        for words in [
            ["category", "edit", "Garden", "--name", "Yard"], ["stop", SampleNode.task(5)],
            ["comment", "add", SampleNode.task(6), "more"],
            ["delete", "--now", SampleNode.task(4)],
            ["edit", SampleNode.task(8), "--category", "Yard"],
        ] {
            #expect(try store.run(words[0], Array(words.dropFirst())).status == 0, "\(words)")
            let warm = try organised()
            #expect(try plain() == warm, "\(words)")
        }
        // Packs of another time have a cache of their own.
        let before = try organised()
        _ = try store.run("gc", ["-q", "--all"])
        #expect(try organised() == before)
        #expect(try plain() == before)
    }

    /// A cache that is damaged, cut off, or of other packs counts as missing, and is made again.
    @Test func aDamagedOrStaleCacheOfTheFamilyIsRefused() throws {
        try organise()
        let cold = try organised()
        let good = try runner.contents(ofFile: Self.organisationCache)
        for place in [0, 9, 40, good.count / 2, good.count - 2] {
            var bytes = good
            bytes[place] ^= 1
            try runner.write(bytes, to: Self.organisationCache)
            if place > 16 {
                let checked = try store.run("fsck")
                #expect(checked.status == 1, "\(place): \(checked)")
            }
            #expect(try organised() == cold, "\(place)")
        }
        try runner.write(Array(good.prefix(good.count / 2)), to: Self.organisationCache)
        #expect(try organised() == cold)
        #expect(try store.run("category", ["edit", "Home", "--name", "House"]).status == 0)
        _ = try store.run("gc", ["-q", "--all"])
        try runner.write(good, to: Self.organisationCache)
        #expect(try organised()[1].contains("House"))
        #expect(try store.run("fsck").status == 0)
    }
}
