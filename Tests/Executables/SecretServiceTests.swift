import Foundation
import TestSupport
import Testing

/// Keys in a real GNOME Keyring, on a session bus of the test's own.
@Suite(.withTools("gnome-keyring-daemon", "dbus-run-session", "dbus-send"))
struct SecretServiceTests {
    var runner: CommandRunner
    let user: String

    private static let keys = "home/.config/redo/keys"

    init() throws {
        runner = try CommandRunner.withStore()
        user = try #require(runner.run("redo-key", ["show"]).lines.first).dropFirst(7).description
        try FileManager.default.createDirectory(
            atPath: runner.path("run"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        runner.environment["XDG_RUNTIME_DIR"] = runner.path("run")
    }

    /// Runs a script in a session with an unlocked keyring, which ends with it.
    private func shell(_ script: String) throws -> CommandOutcome {
        try runner.write(
            """
            start() {
                printf password | gnome-keyring-daemon $1 --unlock --components=secrets >/dev/null 2>&1
                until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
                    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true
                do sleep 0.05; done
            }
            lock() {
                dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
                    org.freedesktop.Secret.Service.Lock \
                    array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
            }
            start
            \(script)
            """.utf8, to: "script")
        return try runner.shell(
            "dbus-run-session -- sh script 2>errors; s=$?; grep -v '^dbus-daemon' errors >&2; exit $s"
        )
    }

    @Test func aKeyIsMovedThereSignsAndComesBack() throws {
        let before = try runner.contents(of: Self.keys)
        let seed = try #require(before["\(user).key"]?.suffix(65).dropLast())
        let outcome = try shell(
            """
            redo key move secret-service && redo key list && redo add Milk >/dev/null &&
            redo verify --all --require-signature && cp \(Self.keys)/\(user).key moved &&
            redo key export 2>/dev/null >exported && redo key box &&
            redo key move file 2>/dev/null && redo key list && redo key box &&
            redo key add secret-service
            """)
        let lines = outcome.lines
        #expect(lines.count == 4 && outcome.status == 128, "\(outcome)")
        #expect(lines.first == "* \(user) in secret-service")
        #expect(lines.count == 4 && lines[1] == lines[3] && lines[2] == "* \(user) unsealed")
        let moved = String(decoding: try runner.contents(ofFile: "moved"), as: UTF8.self)
        #expect(moved.hasSuffix("\nhelper secret-service\n"))
        #expect(!moved.contains(String(decoding: seed, as: UTF8.self)))
        #expect(try runner.contents(ofFile: "exported") == before["\(user).key"])
        #expect(try runner.contents(of: Self.keys) == before)
        // The keyring has forgotten it.
        #expect(outcome.codedError.contains("secret-service lists no such Ed25519 key"))
    }

    @Test func aLockedKeyringIsSaidAndItsHintUnlocksIt() throws {
        let outcome = try shell(
            """
            redo key move secret-service; lock; redo add Bread 2>said; echo $?; redo key list 2>/dev/null
            redo keygen --in secret-service 2>/dev/null; echo $?
            grep -o "gnome-keyring-daemon --replace --unlock" said | sort -u
            start --replace; redo add Tea >/dev/null; echo $?
            """)
        #expect(
            outcome.lines == [
                "128", "! \(user) locked", "128", "gnome-keyring-daemon --replace --unlock", "0",
            ], "\(outcome)")
    }

    @Test func aDeletedKeyIsGoneFromTheKeyring() throws {
        let outcome = try shell(
            """
            other=$(redo keygen --in secret-service 2>/dev/null); redo key list | grep -c secret-service
            redo key delete --force $other; rm -f \(Self.keys)/$other.key; redo key add secret-service
            """)
        #expect(outcome.lines.first == "1" && outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("lists no such"), "\(outcome)")
    }

    /// On a terminal the first key goes into the unlocked keyring; elsewhere, and where it is locked, into a file.
    @Test func theFirstKeyGoesIntoAnUnlockedKeyringOnATerminal() throws {
        let outcome = try shell(
            """
            rm -rf home/.config .redo
            first() {
                rm -rf home/.config home/.local/share/redo
                script -qec 'stty -onlcr; redo add Milk' /dev/null </dev/null | grep '^hint: .* protects'
                redo key list | cut -c35-
            }
            first; lock; first
            rm -rf home/.config home/.local/share/redo; start --replace
            redo add Milk 2>&1 >/dev/null </dev/null | grep '^hint: .* protects'
            """)
        let hint =
            "hint: the mode of the file protects it; 'redo key lock' seals it under a passphrase"
        #expect(
            outcome.lines == [
                "hint: your login keyring protects it; 'redo key move file' brings it into a file",
                " in secret-service", hint, " unsealed", hint,
            ], "\(outcome)")
    }

    @Test func withoutAServiceTheKeyStaysWhereItIs() throws {
        let before = try runner.contents(of: Self.keys)
        let outcome = try runner.run("redo-key", ["move", "secret-service"])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix("error: KEYCHAIN_002: the key helper secret-service: "))
        #expect(try runner.contents(of: Self.keys) == before)
    }

    @Test func aMissingLibraryIsAnErrorThatNamesItsPackage() throws {
        _ = try runner.shell("mkdir empty && : >empty/libsecret-1.so.0")
        let outcome = try runner.run(
            "redo-key", ["move", "secret-service"], extra: ["LD_LIBRARY_PATH": runner.path("empty")]
        )
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.contains(
                "cannot be loaded\nhint: install the package libsecret-1-0"),
            "\(outcome)")
    }
}
