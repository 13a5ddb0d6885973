import Foundation
import TestSupport
import Testing

/// Inputs of the wrong kind: few errors, a count, and the command that helps.
@Suite struct ManyErrorsTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner.withStore() }

    private func errors(_ outcome: CommandOutcome) -> Int {
        outcome.codedError.split(separator: "\n").count { $0.hasPrefix("error: ") }
    }

    @Test(arguments: [1, 20, 21, 5000])
    func anImportReportsTheFirstErrorsAndCountsTheOthers(_ count: Int) throws {
        let input = Array(String(repeating: "{\"action\":1}\n", count: count).utf8)
        let outcome = try runner.run("redo-import", input: input)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(errors(outcome) == min(count, 20))
        let last = outcome.codedError.split(separator: "\n").last
        switch count - 20 {
        case ...0: #expect(last?.hasPrefix("error: ") == true)
        case 1: #expect(last == "note: 1 further error: --porcelain lists all")
        case let rest: #expect(last == "note: \(rest) further errors: --porcelain lists all")
        }
        let all = try runner.run("redo-import", ["--porcelain"], input: input)
        #expect(all.status == 1 && all.lines.count == count && all.error.isEmpty)
    }

    @Test func anInputOfNoFormatIsOneError() throws {
        let input = Array(String(repeating: "y\n", count: 5000).utf8)
        let outcome = try runner.run("redo-import", input: input)
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        #expect(errors(outcome) == 1, "\(outcome)")
        #expect(outcome.codedError.contains("hint: --from names it: "), "\(outcome)")
    }

    /// A coprocess needs an answer for each line.
    @Test func aBatchAnswersEachLine() throws {
        let input = Array(String(repeating: "y\n", count: 300).utf8)
        for (name, options) in [("hash-object", ["--batch"]), ("verify", ["--nodes"])] {
            let outcome = try runner.run("redo-\(name)", options, input: input)
            #expect(outcome.status == 1 && outcome.lines.count == 300 && outcome.error.isEmpty)
        }
    }

    @Test func entriesOfOtherProgramsAreCountedToo() throws {
        // Lines that are not objects; what is only a bad value costs no task.
        let rows = String(repeating: "7\n", count: 50)
        for command in [
            ["import", "--from", "json"], ["convert", "--from", "json", "--to", "csv"],
        ] {
            let words = Array(command.dropFirst())
            let outcome = try runner.run("redo-\(command[0])", words, input: Array(rows.utf8))
            #expect(outcome.status == 1, "\(outcome)")
            #expect(errors(outcome) == 20, "\(outcome)")
            let ending = command[0] == "import" ? ": --json lists all\n" : "\n"
            #expect(outcome.codedError.contains("note: 30 further errors\(ending)"), "\(outcome)")
        }
        let all = try runner.run(
            "redo-import", ["--from", "json", "--json", "--dry-run"], input: Array(rows.utf8))
        #expect(all.lines.count == 50)
    }

    // MARK: Compressed files

    /// The packer of a format, its name, and what unpacks a file.
    static let formats = [
        ("gzip -c", "gzip", "gzip -dc"), ("zstd -qc", "Zstandard", "zstd -dc"),
        ("xz -c", "xz", "xz -dc"), ("bzip2 -c", "bzip2", "bzip2 -dc"),
    ]

    @Test(arguments: formats)
    func aCompressedLogIsNamedAndItsHintHelps(
        _ packer: String, _ name: String, _ unpacker: String
    ) throws {
        let isNamed = " is compressed (\(name)); nothing was read\n"
        let program = String(packer.split(separator: " ")[0])
        guard try runner.shell("command -v \(program)").status == 0 else { return }
        try #require(runner.run("redo-add", ["Buy milk"]).status == 0)
        _ = try runner.shell("redo export > log; \(packer) log > 'the log'")
        _ = try runner.shell("redo init -q other; rm -rf .redo; mv other/.redo .redo")
        let outcome = try runner.run("redo-import", ["the log"])
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        #expect(
            outcome.codedError
                == "error: STORAGE_001: the log\(isNamed)"
                + "hint: '\(unpacker) 'the log' | redo import -' reads it\n")
        let input = try runner.shell("redo import < 'the log'")
        #expect(
            input.codedError.contains("hint: '\(unpacker) | redo import' reads it\n"), "\(input)")
        #expect(try runner.shell("\(unpacker) 'the log' | redo import -").status == 0)
        #expect(try runner.run("redo-list").text.contains("Buy milk"))
        for words in [
            ["hash-object", "the log"], ["import", "--from", "json", "the log"],
            ["convert", "--from", "json", "--to", "csv", "the log"],
            ["verify", "--bundle", "the log"],
        ] {
            let other = try runner.run("redo-\(words[0])", Array(words.dropFirst()))
            #expect(other.status == 128 && other.codedError.contains(isNamed), "\(other)")
        }
    }

    @Test func aZipFileIsNamed() throws {
        try runner.write([0x50, 0x4B, 3, 4, 0, 0], to: "log.zip")
        let outcome = try runner.run("redo-import", ["log.zip"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("hint: 'unzip -p log.zip | redo import -' reads it\n"))
        let input = try runner.shell("redo import < log.zip")
        #expect(
            input.codedError.contains("hint: 'unzip -p FILE | redo import' reads it\n"), "\(input)")
    }

    /// A pack of a store is one, too: what unpacks it prints its nodes.
    @Test func aPackIsNamed() throws {
        try #require(runner.run("redo-add", ["Buy milk"]).status == 0)
        try #require(runner.run("redo-gc", ["-q", "--all"]).status == 0)
        let pack = try runner.onlyPack().pack
        let outcome = try runner.run("redo-import", [pack])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("hint: 'zstd -dc \(pack) | redo import -' reads it\n"))
    }
}
