import Foundation
import TestSupport
import Testing

/// What commands keep of the heads of packed tasks.
@Suite struct HeadsCacheTests {
    private static let cache = ".redo/heads.cache"
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }
    private var cachePath: String { runner.path(Self.cache) }

    /// A packed log of 1,100 tasks, two of which have diverged.
    init() throws {
        store = try TaskStore()
        var nodes = (1...1100).map { SampleNode(task: SampleNode.task($0)) }
        let roots = try runner.ids(of: nodes)
        for number in [7, 9] {
            for minute in 1...2 {
                nodes.append(
                    SampleNode(
                        action: "UPDATE", task: SampleNode.task(number),
                        parents: [roots[number - 1]], lamport: 2,
                        wall: "2025-01-01T09:0\(minute):00.000Z", fields: ["priority": 5]))
            }
        }
        let lines = try runner.lines(of: nodes).joined(separator: "\n")
        let imported = try runner.run("redo-import", ["--unsigned"], input: Array(lines.utf8))
        try #require(imported.status == 0, "\(imported)")
    }

    private func removeCache() { try? FileManager.default.removeItem(atPath: cachePath) }

    /// What commands that use it print.
    private func outputs() throws -> [String] {
        try [
            store.run("heads"), store.run("heads", ["--diverged"]), store.run("status"),
            store.run("status", ["--json"]),
        ].map {
            #expect($0.status == 0 && $0.error.isEmpty, "\($0)")
            return $0.text
        }
    }

    @Test func whatIsKeptIsWhatAReplayFinds() throws {
        let cold = try outputs()
        #expect(FileManager.default.fileExists(atPath: cachePath))
        #expect(try outputs() == cold)
        #expect(cold[0].split(separator: "\n").count == 1102)
        #expect(cold[1].split(separator: "\n").count == 4)
        // With names, all nodes are looked at.
        let named = try store.run("heads", (1...1100).map { SampleNode.task($0) })
        #expect(named.text == cold[0])
    }

    @Test func looseNodesCount() throws {
        _ = try outputs()
        try store.add("A new one")
        for words in [
            ["merge", "--all"], ["delete", "--now", SampleNode.task(3)],
            ["edit", SampleNode.task(5), "--title", "Another title"],
        ] {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0, "\(outcome)")
        }
        let warm = try store.run("heads").text
        let status = try store.run("status", ["--json"]).text
        #expect(warm.split(separator: "\n").count == 1100)
        #expect(!warm.contains(SampleNode.task(3)))
        #expect(try store.run("heads", ["--diverged"]).status == 1)
        removeCache()
        #expect(try store.run("heads").text == warm)
        #expect(try store.run("status", ["--json"]).text == status)
        // Nor is the cache that is there now one of the packs that a gc makes.
        _ = try store.run("gc", ["-q", "--all"])
        #expect(try store.run("heads").text == warm)
    }

    @Test func aDamagedOneIsNotUsedAndIsFound() throws {
        let cold = try outputs()
        let whole = try runner.contents(ofFile: Self.cache)
        for place in stride(from: 0, to: whole.count, by: whole.count / 12) {
            var bytes = whole
            bytes[place] ^= 0x10
            try runner.replace(Self.cache, with: bytes)
            #expect(try store.run("heads").text == cold[0], "\(place)")
            // It was made again.
            #expect(try runner.contents(ofFile: Self.cache) == whole)
        }
        var bytes = whole
        bytes[whole.count - 1] ^= 1
        try runner.replace(Self.cache, with: bytes)
        for words in [["fsck"], ["verify", "--all"]] {
            let checked = try store.run(words[0], Array(words.dropFirst()))
            #expect(checked.status == 1 && checked.text.contains("heads.cache"), "\(checked)")
        }
        #expect(try store.run("fsck", ["--repair"]).status == 0)
        try runner.expectClean()
    }
}
