import Foundation
import RedoJSON
import TestSupport
import Testing

/// What commands keep of the parts among packed tasks.
@Suite struct PartsCacheTests {
    private static let cache = ".redo/parts.cache"
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    /// A packed log of 1,100 tasks: each of the first ten has nine parts; task 110 names itself, and task 111 one that
    /// does not exist.
    init() throws {
        store = try TaskStore()
        let nodes = (1...1100).map { number in
            var members = [JSONMember("title", .string(JSONString("Task \(number)")))]
            let parent: Int? =
                switch number {
                case 11...100: number % 10 + 1
                case 110: 110
                case 111: 9999
                default: nil
                }
            if let parent {
                members.append(JSONMember("parent", .string(JSONString(SampleNode.task(parent)))))
            }
            return SampleNode(task: SampleNode.task(number), fields: .object(members))
        }
        let lines = try runner.lines(of: nodes).joined(separator: "\n")
        let imported = try runner.run("redo-import", ["--unsigned"], input: Array(lines.utf8))
        try #require(imported.status == 0, "\(imported)")
    }

    private func removeCaches() {
        for name in ["parts", "tasks"] {
            try? FileManager.default.removeItem(atPath: runner.path(".redo/\(name).cache"))
        }
    }

    /// What commands that use it print.
    private func outputs() throws -> [String] {
        try [
            store.run("list", ["--columns", "id,title"]), store.run("list", ["is:part", "--ids"]),
            store.run("list", ["--all", "--columns", "title"]),
            store.run("show", [SampleNode.task(3)]),
        ].map {
            #expect($0.status == 0 && $0.error.isEmpty, "\($0)")
            return $0.text
        }
    }

    @Test func whatIsKeptIsWhatAReplayFinds() throws {
        let cold = try outputs()
        #expect(FileManager.default.fileExists(atPath: runner.path(Self.cache)))
        #expect(try outputs() == cold)
        #expect(cold[1].split(separator: "\n").count == 90)
        #expect(
            cold[0].contains("  Task 11 (idea)\n") && cold[0].contains("  Task 1 (0/9) (idea)\n"))
        #expect(cold[3].contains("parts (0/9):"))
        // Without it the parts are read from the tasks.
        try FileManager.default.removeItem(atPath: runner.path(Self.cache))
        #expect(try outputs() == cold)
    }

    @Test func looseNodesCount() throws {
        _ = try outputs()
        for words in [
            ["add", "A new one", "--parent", SampleNode.task(2)],
            ["edit", SampleNode.task(12), "--parent", "none"],
            ["edit", SampleNode.task(500), "--parent", SampleNode.task(3)],
            ["commit-node", "COMPLETE", "--task", SampleNode.task(13)],
            ["delete", "--now", SampleNode.task(14)], ["archive", SampleNode.task(15)],
            ["delete", "--now", "--parts", SampleNode.task(6)],
            ["edit", SampleNode.task(600), "--title", "Another title"],
        ] {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0, "\(outcome)")
        }
        let warm = try outputs()
        for line in ["Task 2 (0/10)", "Task 3 (0/9)", "Task 4 (1/9)", "Task 5 (0/8)"] {
            #expect(warm[0].contains("\(line) (idea)\n"), "\(line)")
        }
        removeCaches()
        #expect(try outputs() == warm)
        // Nor is the cache that is there now one of the packs that a gc makes.
        _ = try store.run("gc", ["-q", "--all"])
        #expect(try outputs() == warm)
    }

    @Test func aDamagedOneIsNotUsedAndIsFound() throws {
        let cold = try outputs()
        let whole = try runner.contents(ofFile: Self.cache)
        for place in stride(from: 0, to: whole.count, by: whole.count / 12) {
            var bytes = whole
            bytes[place] ^= 0x10
            try runner.replace(Self.cache, with: bytes)
            #expect(try store.run("list", ["is:part", "--ids"]).text == cold[1], "\(place)")
            // It was made again.
            #expect(try runner.contents(ofFile: Self.cache) == whole)
        }
        var bytes = whole
        bytes[whole.count - 1] ^= 1
        try runner.replace(Self.cache, with: bytes)
        let checked = try store.run("fsck")
        #expect(checked.status == 1 && checked.text.contains("parts.cache"), "\(checked)")
        #expect(try store.run("fsck", ["--repair"]).status == 0)
        try runner.expectClean()
    }
}
