import Foundation
import RedoJSON
import TestSupport
import Testing

/// Processes that write, read and pack in one store at the same time.
@Suite struct ConcurrentPackingTests {
    /// Runs a command line again and again until the file `done` is there, and says in `failures` how
    /// often and how it failed. That another process packs is not a failure.
    private static func loop(_ line: String) -> String {
        """
        while [ ! -e done ]; do
            \(line) 2>>errors || echo "status $? of \(line.prefix(20))" >>failures
            echo >>rounds
        done &
        """
    }

    @Test func loseNothingAndReportNoError() throws {
        let store = try TaskStore()
        #expect(try store.run("config", ["core.fsync", "none"]).status == 0)
        let runner = store.runner
        let readers = [
            "redo-list >list", "redo-log --format=%H >log",
            "redo-log --format=%H | redo-cat-node --batch >nodes; ! grep -q missing nodes",
        ]
        let packers = ["redo-gc -q", "redo-gc -q --all", "redo-pack -q"]
        let script =
            (readers + packers).map(Self.loop).joined(separator: "\n") + """

                seq 100 | xargs -P 8 -I {} sh -c 'redo-add task-{} >>added 2>>errors \
                || echo "status $? of redo-add" >>failures'
                touch done
                wait
                """
        let outcome = try runner.shell("touch failures errors; \(script)")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try runner.contents(ofFile: "failures").isEmpty)
        let errors = String(decoding: try runner.contents(ofFile: "errors"), as: UTF8.self)
        let unexpected = errors.split(separator: "\n").filter {
            !$0.hasPrefix("note: another command is packing this store already")
        }
        #expect(unexpected.isEmpty)
        let added = String(decoding: try runner.contents(ofFile: "added"), as: UTF8.self)
        #expect(added.split(separator: "\n").count == 100)
        let titles = Set(try store.tasks().compactMap { $0["title"]?.text })
        #expect(titles == Set((1...100).map { "task-\($0)" }))
        try runner.expectClean()
        try store.expectSound()
        #expect(try runner.temporaryNames().isEmpty)
        print("packed and read \(try runner.contents(ofFile: "rounds").count) times")
    }

    /// Imports of packs while packs are replaced, and while a check looks on.
    @Test func aCheckFindsNothingWhileOthersPack() throws {
        let runner = try CommandRunner.withEmptyStore()
        let lines = try runner.lines(of: (1...808).map { SampleNode(task: SampleNode.task($0)) })
        try runner.write(lines.map { $0 + "\n" }.joined().utf8, to: "nodes")
        let script = """
            \(["redo-fsck >>findings", "redo-gc -q --all"].map(Self.loop).joined(separator: "\n"))
            split -l 101 nodes part-
            for part in part-*; do
                redo-import --unsigned $part 2>>errors || echo "status $? of redo-import" >>failures
                head -n 5 $part | redo-import --unsigned 2>>errors
            done
            touch done
            wait
            """
        let outcome = try runner.shell("touch failures findings errors; \(script)")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try runner.contents(ofFile: "findings").isEmpty)
        #expect(try runner.contents(ofFile: "failures").isEmpty)
        #expect(try runner.run("redo-log", ["--count"]).text == "808\n")
        try runner.expectClean()
    }

    @Test func aReaderGoesOnWhenItsPacksAreReplaced() throws {
        let runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
        let packed = try runner.run("redo-log", ["--format=%H"]).lines
        let loose = try runner.storeChain(3)
        let reader = try Coprocess(runner, "redo-cat-node", ["--batch-check", "--format=%H"])
        func expectAnswers() throws {
            for id in packed.prefix(5) + loose + packed.suffix(5) {
                try reader.send("\(id)\n")
                #expect(reader.line() == id)
                try reader.send("\(id.dropFirst(7).prefix(20))\n")
                #expect(reader.line() == id)
            }
        }
        try expectAnswers()
        let old = try runner.packFiles()
        #expect(try runner.run("redo-gc", ["--all", "-q"]).status == 0)
        #expect(try runner.looseNames().isEmpty)
        #expect(try Set(runner.packFiles()).isDisjoint(with: old))
        try expectAnswers()
        let later = try runner.store(SampleNode(task: SampleNode.task(7)))[0]
        try reader.send("\(later)\n")
        #expect(reader.line() == later)
        #expect(try runner.run("redo-gc", ["--all", "-q"]).status == 0)
        try expectAnswers()
        #expect(try reader.finish() == 0)
    }

    @Test func onlyOneCommandPacksAtATime() throws {
        let runner = try CommandRunner.withEmptyStore()
        _ = try runner.storeChain(3)
        for command in ["redo-gc", "redo-gc --all", "redo-pack"] {
            let outcome = try runner.shell("flock .redo/gc.lock \(command)")
            #expect(outcome.status == 0 && outcome.output.isEmpty)
            #expect(outcome.codedError == "note: another command is packing this store already\n")
        }
        #expect(try runner.looseNames().count == 3)
        // Writers need no lock.
        #expect(try runner.shell("redo-export >log; rm -r .redo/objects/*").status == 0)
        #expect(try runner.shell("flock .redo/gc.lock redo-import --unsigned log").status == 0)
        #expect(try runner.run("redo-log", ["--count"]).text == "3\n")
    }
}
