import Foundation
import RedoJSON
import TestSupport
import Testing

/// The state hash that commands print, which is resumed from what `hash.cache` says of the packs.
@Suite struct StateHashCacheTests {
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    /// A packed log of more tasks than the hash has places to be resumed from.
    init() throws {
        store = try TaskStore()
        let nodes = (1...1200).map { number in
            SampleNode(
                task: SampleNode.task(number),
                fields: ["title": .string(JSONString("Task \(number) Café"))])
        }
        let lines = try runner.lines(of: nodes).joined(separator: "\n")
        let imported = try runner.run("redo-import", ["--unsigned"], input: Array(lines.utf8))
        try #require(imported.status == 0, "\(imported)")
    }

    private func path(_ cache: String) -> String { runner.path(".redo/\(cache)") }

    private func isKept(_ cache: String) -> Bool {
        FileManager.default.fileExists(atPath: path(cache))
    }

    /// The hash by the cache, which is that of all nodes.
    @discardableResult
    private func hash(_ comment: Comment, _ arguments: [String] = []) throws -> String {
        let full = try store.run("replay", arguments + ["--hash", "--full"])
        #expect(full.status == 0 && full.error.isEmpty, "\(comment.rawValue): \(full)")
        for _ in 0..<2 {
            let outcome = try store.run("replay", arguments + ["--hash"])
            #expect(
                outcome.text == full.text && outcome.status == 0 && outcome.error.isEmpty,
                "\(comment.rawValue): \(outcome)")
        }
        return full.text
    }

    private func succeed(_ command: String, _ arguments: [String]) throws {
        let outcome = try store.run(command, arguments)
        try #require(outcome.status == 0, "\(command) \(arguments): \(outcome)")
    }

    @Test func itIsThatOfAllNodesWhateverComes() throws {
        #expect(!isKept("hash.cache"))
        var hashes = [try hash("packed")]
        #expect(isKept("hash.cache") && isKept("tasks.cache"))
        let steps: [[String]] = [
            ["edit", SampleNode.task(1), "--title", "The first"],
            ["edit", SampleNode.task(1200), "--title", "The last"], ["add", "A new one"],
            ["archive", SampleNode.task(600)], ["delete", "--now", SampleNode.task(256)],
            ["done", SampleNode.task(257)],
        ]
        for step in steps {
            try succeed(step[0], Array(step.dropFirst()))
            hashes.append(try hash("\(step)"))
        }
        // Each of these changes the state.
        #expect(Set(hashes).count == hashes.count)
        for step in [["gc", "-q", "--all"], ["prune", "-q"]] {
            try succeed(step[0], Array(step.dropFirst()))
            #expect(try hash("\(step)") == hashes.last)
        }
        try runner.expectClean()
    }

    /// Nodes of another device, older than those that are there.
    @Test func olderNodesThatAreFetchedCount() throws {
        try hash("before")
        let nodes = (1...40).map { number in
            SampleNode(
                task: SampleNode.task(5000 - number), wall: "2001-01-01T00:00:00.000Z",
                fields: ["title": "Older"])
        }
        let lines = try runner.lines(of: nodes)
        for (number, line) in lines.prefix(3).enumerated() {
            let imported = try runner.run("redo-import", ["--unsigned"], input: Array(line.utf8))
            try #require(imported.status == 0, "\(imported)")
            try hash("\(number)")
        }
    }

    @Test func aDamagedCacheIsMadeAgain() throws {
        try succeed("edit", [SampleNode.task(700), "--title", "Another"])
        let expected = try hash("whole")
        for cache in ["hash.cache", "tasks.cache"] {
            let name = ".redo/\(cache)"
            let whole = try runner.contents(ofFile: name)
            for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 24)) {
                var bytes = whole
                bytes[place] ^= 0x10
                try runner.replace(name, with: bytes)
                #expect(try store.run("replay", ["--hash"]).text == expected, "\(place)")
                #expect(try runner.contents(ofFile: name) == whole, "\(place) of \(cache)")
            }
            for bytes in [[], Array(whole[..<(whole.count / 2)])] {
                try runner.replace(name, with: bytes)
                #expect(try store.run("replay", ["--hash"]).text == expected)
            }
            try FileManager.default.removeItem(atPath: path(cache))
            #expect(try store.run("replay", ["--hash"]).text == expected)
        }
    }

    @Test func checksFindDamageAndRepairIt() throws {
        try hash("before")
        for name in [".redo/hash.cache", ".redo/tasks.cache"] {
            var bytes = try runner.contents(ofFile: name)
            bytes[bytes.count - 1] ^= 1
            try runner.replace(name, with: bytes)
        }
        #expect(try store.run("verify", ["--all"]).status == 1)
        let repaired = try store.run("fsck", ["--repair"])
        #expect(repaired.status == 0)
        for cache in ["tasks.cache", "hash.cache"] {
            #expect(
                repaired.text.contains("removed \(path(cache)): its checksum does not match\n"))
            #expect(!isKept(cache))
        }
        try runner.expectClean()
    }

    /// With permissions the protocol's view, which the hash is of, is not what lists show.
    @Test func aSharedLogHasTasksOfItsOwn() throws {
        let mine = try store.add("Mine")
        _ = try store.keyOfAnother()
        try store.commit(
            "SHARE", "--task", mine, "-f",
            #"grants:=[{"grantee":"00112233445566778899aabbccddeeff","permission":"write"}]"#)
        let renamed = try store.run(
            "commit-node", ["UPDATE", "--task", mine, "-f", "title=Owned"],
            extra: store.homeOfAnother)
        try #require(renamed.codedError.hasPrefix("warning: E_PERMISSION_DENIED: "), "\(renamed)")
        try succeed("gc", ["-q", "--all"])
        let whole = try hash("shared")
        #expect(isKept("whole.cache"))
        #expect(try hash("effective", ["--family", "effective"]) != whole)
        try succeed("edit", [SampleNode.task(7), "--title", "After the share"])
        #expect(try store.run("list").text.contains("Mine"))
        #expect(isKept("tasks.cache"))
        #expect(try hash("loose") != whole)
        try runner.expectClean()
    }

    /// An incomplete log is told as without a cache.
    @Test func whatPacksLackIsTold() throws {
        let whole = try hash("whole")
        let pack = try runner.onlyPack().pack
        let good = try runner.contents(ofFile: pack)
        var bytes = good
        bytes[bytes.count / 2] ^= 1
        try runner.replace(pack, with: bytes)
        let cached = try store.run("replay", ["--hash"])
        #expect(cached.status == 3 && cached.codedError.hasPrefix("warning: RECONSTRUCT_003: "))
        let full = try store.run("replay", ["--hash", "--full"])
        #expect(full.text == cached.text && full.status == 3 && full.error == cached.error)
        #expect(cached.text != whole)
        try runner.replace(pack, with: good)
        #expect(try hash("again") == whole)
    }

    @Test func aStoreThatCannotBeWrittenHasAHash() throws {
        let expected = try store.run("replay", ["--hash", "--full"]).text
        #expect(!isKept("hash.cache"))
        for cache in ["hash.cache", "tasks.cache"] {
            try FileManager.default.createDirectory(
                atPath: path(cache), withIntermediateDirectories: false)
        }
        #expect(try store.run("replay", ["--hash"]).text == expected)
        try succeed("edit", [SampleNode.task(700), "--title", "Another"])
        try hash("loose")
    }

    @Test func onlyAHashIsFull() throws {
        #expect(try store.run("replay", ["--full"]).status == 129)
        #expect(try store.run("replay", ["--canonical", "--full"]).status == 129)
    }
}
