import Foundation
import TestSupport
import Testing

/// A pack of a later version of the suite, which is whole and cannot be read: it is refused by the number of its format,
/// and no repair touches it.
@Suite struct LaterPackTests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.storePacked()
    }

    /// Changes the digit of the format.
    ///
    /// - Parameter isWhole: whether the name and the trailer are right then, as a later version would write them.
    /// - Returns: the name of the file.
    private func rewrite(isWhole: Bool) throws -> String {
        let (pack, index) = try runner.onlyPack()
        var bytes = try runner.contents(ofFile: pack)
        #expect(bytes[8..<16].elementsEqual("RedoPck1".utf8))
        bytes[15] = UInt8(ascii: "2")
        guard isWhole else {
            try runner.replace(pack, with: bytes)
            return pack
        }
        let end = bytes.count - 64
        try runner.write(bytes.prefix(end), to: "body")
        let digits = try runner.shell("sha256sum <body | cut -c1-64").lines[0]
        let digest = stride(from: 0, to: 64, by: 2).compactMap { offset in
            UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
        }
        bytes.replaceSubrange((bytes.count - 32)..., with: digest)
        let name = ".redo/objects/pack/pack-\(digits).pack"
        try runner.write(bytes, to: name)
        _ = try runner.shell("rm -f \(pack) \(index) .redo/*.cache")
        return name
    }

    @Test func itIsRefusedByItsNumber() throws {
        let name = try rewrite(isWhole: true)
        let reason = "it is a pack of format 2, and this version of redo reads format 1"
        let checked = try runner.run("redo-fsck")
        #expect(checked.status == 1, "\(checked)")
        #expect(
            checked.lines.first
                == "\(runner.path(name)): \(reason); it stays where it is (STORAGE_001)",
            "\(checked)")
        let indexed = try runner.run("redo-index")
        #expect(indexed.status != 0 && indexed.codedError.contains(reason), "\(indexed)")
        for command in ["list", "log", "export", "rev-list --all", "add Milk"] {
            let words = command.split(separator: " ").map(String.init)
            let outcome = try runner.run("redo-\(words[0])", Array(words.dropFirst()))
            #expect(outcome.status == 128, "\(command): \(outcome)")
        }
    }

    @Test func aRepairLeavesItAsItIs() throws {
        let name = try rewrite(isWhole: true)
        let bytes = try runner.contents(ofFile: name)
        let repaired = try runner.run("redo-fsck", ["--repair"])
        #expect(repaired.status == 1, "\(repaired)")
        #expect(!repaired.text.contains("moved ") && !repaired.text.contains("saved "))
        #expect(try runner.contents(ofFile: name) == bytes)
        #expect(!FileManager.default.fileExists(atPath: runner.path(".redo/quarantine")))
    }

    /// A damaged digit is damage, which a repair mends.
    @Test func aDamagedDigitIsNoVersion() throws {
        let before = try runner.run("redo-export").output
        let name = try rewrite(isWhole: false)
        let checked = try runner.run("redo-fsck")
        #expect(checked.text.contains("\(runner.path(name)): byte 0: it has no header of a pack"))
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 0)
        #expect(try runner.run("redo-export").output == before)
    }
}
