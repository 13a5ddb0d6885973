import Foundation
import TestSupport
import Testing

/// The first task of a person who has no store and no key.
@Suite struct FirstRunTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    private let store = "home/.local/share/redo"
    private let keys = "home/.config/redo/keys"

    @Test func theFirstTaskMakesStoreAndKey() throws {
        let outcome = try runner.run("redo", ["add", "Buy milk"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.hasPrefix("added ") && outcome.text.hasSuffix(" Buy milk\n"))
        let key = try #require(try runner.contents(of: keys).keys.first)
        #expect(
            outcome.codedError == """
                made your store: \(runner.path(store))
                hint: to bring your tasks from another device: 'redo remote add origin URL', then \
                'redo sync'
                made your key: \(runner.path(keys))/\(key)
                hint: the mode of the file protects it; 'redo key lock' seals it under a passphrase

                """)
        let user = String(key.dropLast(4))
        #expect(try runner.run("redo-config", ["user.key"]).text == user + "\n")
        #expect(try runner.run("redo-list").text.contains("Buy milk"))
        let verdict = try runner.run("redo-verify", ["--all", "--require-signature"])
        #expect(verdict.status == 0, "\(verdict)")
        let attributes = try FileManager.default.attributesOfItem(
            atPath: runner.path("\(keys)/\(key)"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func theSecondTaskSaysNothingMore() throws {
        _ = try runner.run("redo-add", ["Buy milk"])
        let second = try runner.run("redo-add", ["Buy bread"])
        #expect(second.status == 0 && second.error.isEmpty, "\(second)")
        #expect(try runner.contents(of: keys).count == 1)
    }

    @Test func aKeyThatIsThereIsUsed() throws {
        let user = try runner.run("redo-keygen", ["--no-passphrase"]).lines[0]
        let outcome = try runner.run("redo-add", ["Buy milk"])
        #expect(
            outcome.codedError == "made your store: \(runner.path(store))\n"
                + "hint: to bring your tasks from another device: 'redo remote add origin URL', "
                + "then 'redo sync'\n")
        #expect(try runner.run("redo-log", ["--format=%U", "-n", "1"]).text == user + "\n")
        #expect(try runner.contents(of: keys).count == 1)
    }

    /// A store in a folder is somebody's decision, and so is who writes to it.
    @Test func aStoreInAFolderGetsNoNewKey() throws {
        _ = try runner.run("redo-init")
        let outcome = try runner.run("redo-add", ["Buy milk"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: KEYCHAIN_002: there is no key"))
        #expect(outcome.codedError.contains("hint: 'redo keygen' creates one"))
        #expect(try runner.contents(of: "home").isEmpty)
    }

    /// As the hint says: what another device has comes into the log that was just made.
    @Test func theTasksOfAnotherDeviceComeInLater() throws {
        let fixture = try GitFixture()
        let phone = try fixture.device("phone")
        try phone.add("Buy bread")
        try phone.expect(["push"])
        _ = try runner.run("redo-add", ["Buy milk"])
        #expect(try runner.run("redo", ["remote", "add", "origin", fixture.url]).status == 0)
        #expect(try runner.run("redo", ["sync"]).status == 0)
        #expect(try runner.run("redo-list").lines.count == 3)
    }

    @Test func aStoreBelowIsNamed() throws {
        _ = try runner.run("redo-init", ["my tasks"])
        let outcome = try runner.run("redo-add", ["Buy milk"])
        #expect(
            outcome.codedError.contains("hint: there is one in ./my tasks: redo -C 'my tasks' …\n"))
    }

    @Test func severalFirstTasksAtOnceAreAllThere() throws {
        let outcome = try runner.shell(
            "for n in 1 2 3 4 5 6 7 8; do redo-add \"Task $n\" 2>>errors & done; wait")
        #expect(outcome.lines.count == 8, "\(outcome)")
        let errors = String(decoding: try runner.contents(ofFile: "errors"), as: UTF8.self)
        #expect(!errors.contains("error:"), "\(errors)")
        #expect(try runner.run("redo-list").lines.count == 9)
        #expect(try runner.run("redo-add", ["One more"]).status == 0)
        #expect(try runner.run("redo-fsck").status == 0)
    }

    @Test func whatCannotBeMadeIsSaid() throws {
        try runner.write("".utf8, to: "home/.local")
        let outcome = try runner.run("redo-add", ["Buy milk"])
        #expect(outcome.status == 128 && outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: the store cannot be created"))
    }
}
