import Foundation
import TestSupport
import Testing

/// `scripts/uninstall`, after `scripts/install`.
extension InstallTests {
    private func uninstall(_ prefix: String = "$PWD/prefix") throws -> CommandOutcome {
        let script = Fixtures.package.appending(path: "scripts/uninstall").path
        return try runner.shell("'\(script)' \"\(prefix)\"")
    }

    private func files() throws -> [String] {
        try runner.shell("find prefix -printf '%p %y %l\\n' | sort").lines
    }

    @Test func whatWasInstalledGoesAndNothingElse() throws {
        let made = try runner.shell(
            """
            mkdir -p prefix/share/man/man1 prefix/share/applications prefix/libexec
            echo other >prefix/share/man/man1/other.1
            """)
        #expect(made.status == 0)
        let before = try files()
        for _ in 0..<2 { expectInstalled(try install()) }
        let outcome = try uninstall()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines == ["removed redo from \(runner.path("prefix"))"])
        #expect(try files() == before)
    }

    /// A folder stays that others have something in, and a prefix goes that was made.
    @Test func whatOthersPutInStays() throws {
        expectInstalled(try install())
        _ = try runner.shell("echo mine >prefix/libexec/redo/redo-remote-ftp")
        #expect(try uninstall().status == 0)
        #expect(
            try runner.shell("find prefix -type f").lines == ["prefix/libexec/redo/redo-remote-ftp"]
        )
        #expect(try runner.shell("rm -r prefix").status == 0)
        expectInstalled(try install())
        #expect(try uninstall().status == 0)
        #expect(!FileManager.default.fileExists(atPath: runner.path("prefix")))
    }

    /// What an earlier version made and this one does not make goes with the next installation.
    @Test func whatOnlyAnEarlierVersionHadGoes() throws {
        expectInstalled(try install())
        _ = try runner.shell(
            "cd prefix/share; echo old >man/man1/redo-old.1; echo share/man/man1/redo-old.1 >>redo/installed"
        )
        expectInstalled(try install())
        #expect(
            !FileManager.default.fileExists(atPath: runner.path("prefix/share/man/man1/redo-old.1"))
        )
        #expect(try uninstall().status == 0)
        #expect(!FileManager.default.fileExists(atPath: runner.path("prefix")))
    }

    @Test(arguments: ["../victim", "share/../../victim", "/etc/nothing"])
    func nothingOutsideThePrefixIsRemoved(_ line: String) throws {
        expectInstalled(try install("echo mine >victim"))
        _ = try runner.shell("echo '\(line)' >>prefix/share/redo/installed")
        let outcome = try uninstall()
        #expect(
            outcome.status == 1 && outcome.codedError.contains("is not a path below"), "\(outcome)")
        #expect(try runner.shell("cat victim").lines == ["mine"])
    }

    @Test func withoutTheListNothingIsRemoved() throws {
        expectInstalled(try install())
        _ = try runner.shell("rm prefix/share/redo/installed")
        let outcome = try uninstall()
        #expect(outcome.status == 1 && outcome.codedError.hasPrefix("error: "), "\(outcome)")
        #expect(FileManager.default.fileExists(atPath: runner.path("prefix/bin/redo")))
    }
}
