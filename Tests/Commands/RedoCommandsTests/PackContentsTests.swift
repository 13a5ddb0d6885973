import Foundation
import TestSupport
import Testing

/// What ordinary tools see in a pack (docs/pack-format.md).
@Suite struct PackContentsTests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked("vectors/logs/70-generated-260-nodes")
    }

    @Test(.withTools("zstdcat")) func zstdcatPrintsTheNodesAsAnExportDoes() throws {
        let printed = try runner.shell("zstdcat \(try runner.onlyPack().pack)")
        #expect(printed.status == 0 && printed.error.isEmpty, "\(printed.error)")
        #expect(try printed.output == runner.run("redo-export").output)
        #expect(printed.lines.count == 260)
    }

    @Test func theNameIsTheDigestOfWhatIsBeforeTheTrailer() throws {
        let pack = try runner.onlyPack().pack
        let digest = try runner.shell("head -c -64 \(pack) | sha256sum | cut -c 1-64").lines[0]
        #expect(pack == ".redo/objects/pack/pack-\(digest).pack")
    }

    @Test func packPrintsTheName() throws {
        let other = try CommandRunner.withEmptyStore()
        try #require(other.run("redo-config", ["gc.auto", "0"]).status == 0)
        let nodes = try runner.run("redo-export").output.split(separator: UInt8(ascii: "\n"))
        for start in stride(from: 0, to: nodes.count, by: 90) {
            let part = nodes[start..<min(start + 90, nodes.count)].shuffled()
            let imported = try other.run(
                "redo-import", input: Array(part.joined(separator: [UInt8(ascii: "\n")])))
            #expect(imported.status == 0, "\(imported.error)")
        }
        let outcome = try other.run("redo-pack", ["--all"])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let files = try runner.onlyPack()
        #expect(files.pack == ".redo/objects/pack/\(outcome.lines[0]).pack")
        for file in [files.pack, files.index] {
            #expect(try other.contents(ofFile: file) == runner.contents(ofFile: file))
        }
        let again = try other.run("redo-pack", ["--all"])
        #expect(again.status == 0 && again.output.isEmpty && again.error.isEmpty)
    }
}
