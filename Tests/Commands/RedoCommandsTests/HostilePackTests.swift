import Foundation
import TestSupport
import Testing

/// Files in a store that someone made with other tools.
@Suite struct HostilePackTests {
    private let runner: CommandRunner
    private let hash: [UInt8]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
        hash = try runner.run("redo-replay", ["--hash"]).output
    }

    @Test func aFileOfANodeThatHoldsAnotherIsFoundBesidePacks() throws {
        let id = try runner.run("redo-log", ["--format=%H"]).lines[3]
        let file = URL(filePath: runner.path(runner.objectName(id)))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let other = try runner.lines(of: [SampleNode()])[0]
        try Data(other.utf8).write(to: file)
        // The packed copy is whole.
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        #expect(try runner.run("redo-replay", ["--hash"]).codedError.isEmpty)
        #expect(try runner.run("redo-cat-node", [id]).text.contains(id))
        let checked = try runner.run("redo-fsck")
        #expect(checked.status == 1)
        let line = try #require(checked.lines.first)
        #expect(line.hasPrefix("\(file.path): ") && line.hasSuffix(" (E_HASH_MISMATCH)"), "\(line)")
        #expect(try runner.run("redo-gc", ["--all"]).status == 0)
        #expect(try runner.run("redo-prune").status == 0)
        #expect(try runner.contents(ofFile: runner.objectName(id)) == Array(other.utf8))
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 0)
        // What the file holds is a whole node of its own, which nothing else has.
        let otherID = try runner.ids(of: [SampleNode()])[0]
        #expect(
            try runner.looseNames().map { ".redo/objects/\($0)" } == [runner.objectName(otherID)])
        #expect(try runner.run("redo-cat-node", [id]).text.contains(id))
        try runner.expectClean()
    }

    /// The frames of a pack with another line added, under the name that its contents give it.
    private func forge(_ line: String) throws -> String {
        let made = try runner.shell(
            """
            zstdcat \(runner.onlyPack().pack) >lines && echo '\(line)' >>lines
            { printf 'P*M\\030\\010\\000\\000\\000RedoPck1'; zstd -q -1 --check -c lines; } >forged
            digest=$(sha256sum forged | cut -c 1-64)
            { cat forged; printf 'P*M\\030\\070\\000\\000\\000RedoEnd1\\075\\0\\0\\0\\0\\0\\0\\0'
              printf '\\001\\0\\0\\0\\0\\0\\0\\0'
              env printf "$(echo $digest | sed 's/../\\\\x&/g')"; } >whole
            cp whole .redo/objects/pack/pack-$digest.pack && echo pack-$digest
            """)
        try #require(made.status == 0, "\(made)")
        return try #require(made.lines.first)
    }

    @Test(.withTools("zstd", "zstdcat"), arguments: ["{}", "not JSON", "[1,2]", ""])
    func aPackWithALineThatIsNoNodeGetsNoIndex(_ line: String) throws {
        let name = try forge(line)
        #expect(try runner.run("redo-list").status == 128)
        let indexed = try runner.run("redo-index")
        #expect(indexed.status == 1 && indexed.output.isEmpty)
        #expect(indexed.codedError.hasPrefix("warning: STORAGE_004: "))
        #expect(indexed.codedError.contains("the line at byte"))
        let checked = try runner.run("redo-fsck")
        #expect(checked.status == 1 && checked.text.contains("\(name).pack"))
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 0)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        #expect(try runner.run("redo-gc", ["--all", "-q"]).status == 0)
        try runner.expectClean()
    }

    /// What another program packed well is as good.
    @Test(.withTools("zstd", "zstdcat")) func aPackThatZstdMadeGetsAnIndex() throws {
        let last = try #require(
            try runner.run("redo-log", ["--replay-order", "--format=%L"]).lines.first)
        let lamport = try #require(Int(last))
        let ids = try runner.run("redo-log", ["--replay-order", "--format=%H"]).lines
        let node = SampleNode(
            action: "UPDATE", task: SampleNode.task(1), parents: [ids[0]], lamport: lamport + 1)
        let name = try forge(runner.lines(of: [node])[0])
        #expect(try runner.run("redo-index").text == "\(name)\n")
        #expect(try runner.run("redo-log", ["--count"]).text == "61\n")
        try runner.expectClean()
        #expect(try runner.run("redo-gc", ["--all"]).text == "packed 61 nodes\n")
        #expect(try runner.packFiles().count == 2)
        try runner.expectClean()
    }
}
