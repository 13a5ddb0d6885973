import Foundation
import TestSupport
import Testing

/// Packs and indexes that are cut off while a command has them mapped.
@Suite struct CutOffFileTests {
    private let runner: CommandRunner
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
        ids = try runner.run("redo-log", ["--format", "%H"]).lines
    }

    @Test(arguments: [".pack", ".idx"], [0, 4096])
    func endTheCommandWithWords(_ suffix: String, _ size: Int) throws {
        try #require(ids.count == 60)
        let path = runner.path(try #require(try runner.packFiles(suffix).first))
        let whole = try Data(contentsOf: URL(filePath: path))
        try #require(whole.count > 4096)
        let reader = try Coprocess(
            runner, "redo-cat-node", ["--batch"], errorFile: "error")
        // The packs are open now, and no node has been read.
        try reader.send("zzzz\n")
        #expect(reader.line() == "zzzz missing")
        let cut = try runner.shell("chmod u+w \(path) && truncate -s \(size) \(path)")
        try #require(cut.status == 0, "\(cut)")
        try reader.send(ids.map { "\($0)\n" }.joined())
        while reader.line() != nil {}
        #expect(reader.wait() == 128)
        #expect(
            try String(decoding: runner.contents(ofFile: "error"), as: UTF8.self) == """
                error: a file was cut off, or its disk failed, while it was being read (STORAGE_004)
                hint: repeat the command; 'redo fsck' tells what is damaged

                """)
    }
}
