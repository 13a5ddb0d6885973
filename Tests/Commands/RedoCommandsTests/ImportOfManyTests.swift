import Foundation
import TestSupport
import Testing

/// From how many nodes on an import, or what has gathered, becomes a pack.
@Suite struct ImportOfManyTests {
    private let runner: CommandRunner
    private let lines: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        lines = try runner.lines(of: (1...101).map { SampleNode(task: SampleNode.task($0)) })
    }

    private func importing(_ lines: some Sequence<String>) throws {
        let text = lines.map { $0 + "\n" }.joined()
        let outcome = try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8))
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }

    /// The store's files with the times of their last changes.
    private func listing() throws -> String {
        try runner.shell("find .redo -printf '%p %T@ %i %s\\n' | sort").text
    }

    /// Takes the packs out of the store, which then does not know that it had them.
    private func setPacksAside() throws {
        let outcome = try runner.shell(
            """
            mkdir -p packs noted && mv .redo/objects/pack/pack-* packs &&
                mv .redo/inventory/pack-* noted
            """)
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func bringPacksBack() throws {
        let outcome = try runner.shell(
            "mv packs/* .redo/objects/pack && mv noted/* .redo/inventory")
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test func ahundredStayLoose() throws {
        try importing(lines.prefix(100))
        #expect(try runner.looseNames().count == 100 && runner.packFiles().isEmpty)
    }

    @Test func moreBecomeAPack() throws {
        try importing(lines)
        #expect(try runner.looseNames().isEmpty && runner.packFiles().count == 2)
        #expect(try runner.run("redo-log", ["--count"]).text == "101\n")
        try runner.expectClean()
    }

    @Test func onlyNewNodesAreCounted() throws {
        try importing(lines.prefix(1))
        try importing(lines)
        #expect(try runner.run("redo-log", ["--count"]).text == "101\n")
        try runner.expectClean()
    }

    @Test(arguments: [100, 101])
    func importingAgainWritesNothing(_ count: Int) throws {
        try importing(lines.prefix(count))
        let before = try listing()
        try importing(lines.prefix(count).shuffled())
        #expect(try listing() == before)
        try importing(lines.prefix(7))
        #expect(try listing() == before)
    }

    @Test func looseNodesArePackedWhenThereAreMoreThanTheConfigurationSays() throws {
        try runner.write("[core]\n\tfsync = none\n[gc]\n\tauto = 6\n".utf8, to: ".redo/config")
        for line in lines.prefix(6) { try importing([line]) }
        #expect(try runner.looseNames().count == 6 && runner.packFiles().isEmpty)
        try importing([lines[6]])
        #expect(try runner.looseNames().isEmpty && runner.packFiles().count == 2)
        #expect(try runner.run("redo-log", ["--count"]).text == "7\n")
    }

    @Test func commandsForPeoplePackToo() throws {
        let store = try TaskStore()
        #expect(try store.run("config", ["gc.auto", "3"]).status == 0)
        for number in 1...4 {
            let outcome = try store.run("add", ["task \(number)"])
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        }
        #expect(try !store.runner.packFiles(".pack").isEmpty)
        #expect(try store.tasks().count == 4)
        try store.expectSound()
    }

    @Test func zeroMeansNever() throws {
        try runner.write("[core]\n\tfsync = none\n[gc]\n\tauto = 0\n".utf8, to: ".redo/config")
        for start in stride(from: 0, to: 100, by: 25) { try importing(lines[start..<start + 25]) }
        #expect(try runner.looseNames().count == 100 && runner.packFiles().isEmpty)
    }

    @Test func manySmallPacksBecomeFew() throws {
        for start in stride(from: 0, to: 100, by: 5) {
            try importing(lines[start..<start + 5])
            #expect(try runner.run("redo-gc", ["-q"]).status == 0)
        }
        #expect(try runner.packFiles(".pack").count <= 5)
        #expect(try runner.run("redo-gc", ["--all"]).text == "packed 100 nodes\n")
        let before = try runner.contents(of: ".redo")
        for arguments in [[], ["--all"]] {
            let outcome = try runner.run("redo-gc", arguments)
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty)
        }
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func manyPacksAreJoinedWhenThereAreMoreThanTheConfigurationSays() throws {
        try runner.write(
            "[core]\n\tfsync = none\n[gc]\n\tautoPackLimit = 3\n".utf8, to: ".redo/config")
        for line in lines.prefix(3) {
            try importing([line])
            #expect(try runner.run("redo-pack").status == 0)
            // Each as large as the next, so that none is worth joining by itself.
            try setPacksAside()
        }
        try bringPacksBack()
        #expect(try runner.packFiles(".pack").count == 3)
        try importing([lines[3]])
        #expect(try runner.packFiles(".pack").count == 3 && runner.looseNames().count == 1)
        try setPacksAside()
        #expect(try runner.run("redo-pack").status == 0)
        try bringPacksBack()
        #expect(try runner.packFiles(".pack").count == 4)
        try importing([lines[4]])
        #expect(try runner.packFiles(".pack").count == 1 && runner.looseNames().isEmpty)
        #expect(try runner.run("redo-log", ["--count"]).text == "5\n")
    }

    @Test(arguments: ["autoPackLimit = 0", "autoPackLimit = 1\n\tauto = 0"])
    func packsAreNotCountedWhereZeroIsSaid(_ setting: String) throws {
        try runner.write("[core]\n\tfsync = none\n[gc]\n\t\(setting)\n".utf8, to: ".redo/config")
        for line in lines.prefix(3) {
            try importing([line])
            #expect(try runner.run("redo-pack").status == 0)
            try setPacksAside()
        }
        try bringPacksBack()
        try importing([lines[3]])
        #expect(try runner.packFiles(".pack").count == 3 && runner.looseNames().count == 1)
    }
}
