import Foundation
import TestSupport
import Testing

/// `redo remote add` and `set-url`: what they leave behind if they fail, and what they say of a folder that is missing.
@Suite struct RemoteAddTests {
    private let harness: CommandHarness

    init() throws { harness = try CommandHarness() }

    private var configuration: String {
        get throws {
            try String(
                contentsOfFile: "\(harness.directory.path)/.redo/config", encoding: .utf8)
        }
    }

    @Test(arguments: [
        ["--encrypt", "f", "folder:/missing"], ["--encrypt", "f", "/missing.git"],
        ["--trust", "nonsense", "f", "folder:/missing"], ["--encrypt", "f", "store:none:x"],
        ["--trust", "nonsense", "f", "folder:."],
    ])
    func whatFailsLeavesTheConfigurationAsItWas(_ words: [String]) throws {
        let before = try configuration
        let outcome = try harness.run(["remote", "add"] + words)
        #expect(outcome.status >= 128 && outcome.error.contains("error: "), "\(outcome)")
        #expect(!outcome.error.contains("is kept"), "\(outcome)")
        #expect(try configuration == before)
        #expect(try harness.succeed("remote").isEmpty)
        #expect(
            !FileManager.default.fileExists(
                atPath: "\(harness.directory.path)/.redo/checkpoints/f"))
    }

    /// A section that was there has what it had.
    @Test func settingsOfTheNameStay() throws {
        try harness.succeed("config", "remote.f.copied", "false")
        try harness.succeed("config", "remote.f.encrypted", "false")
        try harness.succeed("config", "user.name", "Eve")
        let before = try configuration
        let outcome = try harness.run("remote", "add", "--encrypt", "f", "folder:/missing")
        #expect(outcome.status == 128, "\(outcome)")
        #expect(try configuration == before)
    }

    /// Another device was first: nothing is left of the try, and the hint says how to join.
    @Test func aRemoteThatIsEncryptedAlreadyIsNotAdded() throws {
        let url = "folder:\(harness.directory.path)/there"
        try FileManager.default.createDirectory(
            atPath: "\(harness.directory.path)/there", withIntermediateDirectories: false)
        let added = try harness.run("remote", "add", "--encrypt", "--no-recovery", "f", url)
        try #require(added.status == 0, "\(added)")
        let other = try CommandHarness()
        let again = try other.run("remote", "add", "--encrypt", "f", url)
        #expect(again.status == 1 && again.codedError.contains("is encrypted already"), "\(again)")
        #expect(again.error.contains("redo remote add --trust INVITATION f URL"), "\(again)")
        #expect(try other.succeed("remote").isEmpty)
        // Nothing goes there in the clear.
        try other.succeed("remote", "add", "f", url)
        try other.succeed("add", "Secret", "--draft")
        let pushed = try other.run("push")
        #expect(pushed.status == 1 && pushed.error.contains("is not trusted here"), "\(pushed)")
    }

    /// A folder may be mounted later, and a helper installed.
    @Test(
        arguments: [["add", "f"], ["set-url", "g"]],
        [
            ("folder:/missing", "there is no folder /missing"),
            ("store:nowhere:x", "there is no store helper redo-store-nowhere"),
        ])
    func whatIsMissingNowIsAWarning(_ words: [String], _ missing: (url: String, text: String))
        throws
    {
        try harness.succeed("remote", "add", "g", "folder:\(harness.directory.path)")
        let outcome = try harness.run(["remote"] + words + [missing.url])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix("warning: STORAGE_001: \(missing.text)\nhint: "),
            "\(outcome)")
        #expect(try harness.succeed("remote").contains("\(words[1])\t\(missing.url)\n"))
    }

    /// A failing change of the address leaves the old one.
    @Test func anAddressThatIsRefusedChangesNothing() throws {
        try harness.succeed("remote", "add", "g", "folder:\(harness.directory.path)")
        let before = try configuration
        for url in ["", "folder:", "store:", "https://"] {
            #expect(try harness.run("remote", "set-url", "g", url).status == 128)
        }
        #expect(try configuration == before)
    }
}
