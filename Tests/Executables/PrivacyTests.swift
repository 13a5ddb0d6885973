import Foundation
import TestSupport
import Testing

/// Who else may read the personal store and keys.
@Suite struct PrivacyTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    private func mode(_ name: String) throws -> String {
        try runner.shell("stat -c %a '\(name)'").text.trimmingCharacters(in: .newlines)
    }

    @Test(arguments: ["redo-init --home", "redo-add Milk"])
    func theUsersOwnLogIsPrivate(_ command: String) throws {
        #expect(try runner.shell("umask 022; \(command)").status == 0)
        let path = "home/.local/share/redo"
        for directory in [path, "\(path)/objects"] { #expect(try mode(directory) == "700") }
        #expect(try mode("\(path)/config") == "600")
        // It stays so when the configuration is written again.
        #expect(try runner.shell("redo config redo.rank classic").status == 0)
        #expect(try mode("\(path)/config") == "600")
    }

    /// One that was made before is closed when it is used, and that is said once.
    @Test(arguments: ["755", "770", "711"])
    func theUsersOwnLogBecomesPrivate(_ old: String) throws {
        let path = "home/.local/share/redo"
        #expect(
            try runner.shell("redo-init --home; redo-add Milk; chmod \(old) \(path)").status == 0)
        let listed = try runner.run("redo-list")
        #expect(listed.status == 0 && listed.text.contains("Milk"))
        #expect(
            listed.codedError
                == "note: your personal store, \(runner.path(path)), was open to others (mode \(old)): "
                + "it is private now\n")
        #expect(try mode(path) == "700")
        #expect(try runner.run("redo-list").error.isEmpty)
    }

    /// Where a store is named or found, its modes are its owner's affair.
    @Test func otherStoresStayOpen() throws {
        #expect(try runner.shell("umask 022; redo-init; redo-add Milk; redo-list").status == 0)
        #expect(try mode(".redo") == "755")
        #expect(try runner.shell("redo-init --redo-dir x; redo-list --redo-dir x").status == 0)
        #expect(try mode("x") != "700")
    }

    @Test func otherStoresAreAsTheUmaskSays() throws {
        #expect(try runner.shell("umask 022; redo-init a; umask 027; redo-init b").status == 0)
        #expect(try mode("a/.redo") == "755")
        #expect(try mode("a/.redo/config") == "644")
        #expect(try mode("b/.redo/objects") == "750")
    }

    // MARK: Keys

    private func key() throws -> String {
        _ = try runner.run("redo-init")
        _ = try runner.run("redo-keygen", ["--no-passphrase"])
        let file = try runner.shell("ls home/.config/redo/keys/*.key").text
        return runner.path(file.trimmingCharacters(in: .newlines))
    }

    @Test(arguments: ["770", "777", "1777", "702"])
    func aFolderThatOthersWriteToIsRefused(_ mode: String) throws {
        let directory = (try key() as NSString).deletingLastPathComponent
        _ = try runner.shell("chmod \(mode) '\(directory)'")
        let outcome = try runner.run("redo-add", ["Milk"])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.contains(
                "KEYCHAIN_002: others may replace the keys in \(directory): its mode is \(mode), not 700\n"
            ),
            "\(outcome)")
        #expect(outcome.codedError.contains("hint: 'chmod 700 \(directory)'"), "\(outcome)")
        #expect(try runner.shell("chmod 755 '\(directory)'; redo-add Milk").status == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func aKeyOfSomebodyElseIsRefused() throws {
        let file = try key()
        _ = try runner.shell("chown 65534 '\(file)'")
        let outcome = try runner.run("redo-add", ["Milk"])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.contains(
                "KEYCHAIN_002: the key \(file) belongs to user 65534, not to you\n"),
            "\(outcome)")
        #expect(outcome.codedError.contains("hint: 'chown $(id -u) \(file)'"), "\(outcome)")
        #expect(try runner.run("redo-key", ["list"]).text.contains(" foreign"))
    }

    // MARK: The configuration of the user

    /// It names a program, which runs for any command that signs.
    private func configuration() throws -> String {
        _ = try key()
        let path = "home/.config/redo/config"
        let text =
            "[key]\n\thelper = evil touch \(runner.path("harm"));\n[alias]\n\tx = !touch harm\n"
        try runner.write(text.utf8, to: path)
        return runner.path(path)
    }

    private func expectRefused(
        _ message: String, _ hint: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for arguments in [["x"], ["add", "Milk"], ["list"], ["config", "alias.x"]] {
            let outcome = try runner.run("redo", arguments)
            #expect(outcome.status == 128, "\(outcome)", sourceLocation: sourceLocation)
            #expect(
                outcome.codedError.contains("error: STORAGE_005: \(message)\nhint: '\(hint)"),
                "\(outcome)", sourceLocation: sourceLocation)
        }
        #expect(!FileManager.default.fileExists(atPath: runner.path("harm")))
    }

    @Test(arguments: ["666", "602", "777"])
    func aConfigurationThatEveryoneWritesToIsRefused(_ mode: String) throws {
        let path = try configuration()
        _ = try runner.shell("chmod \(mode) '\(path)'")
        try expectRefused(
            "others can write to the configuration \(path) (mode \(mode))", "chmod o-w \(path)'")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func aConfigurationOfSomebodyElseIsRefused() throws {
        let path = try configuration()
        _ = try runner.shell("chown 65534 '\(path)'")
        try expectRefused(
            "the configuration \(path) belongs to user 65534, not to you",
            "chown $(id -u) \(path)'")
    }

    /// Users with groups of their own have such files.
    @Test func aConfigurationOfAGroupIsRead() throws {
        let path = try configuration()
        _ = try runner.shell("chmod 664 '\(path)'")
        #expect(try runner.run("redo", ["config", "alias.x"]).text == "!touch harm\n")
    }
}
