import Foundation
import TestSupport
import Testing

/// What `make install` gives a desktop: units for reminders, and what opens links.
@Suite struct DesktopTests {
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }
    private var prefix: String { runner.path("a prefix&|") }
    private var units: String { "\(prefix)/lib/systemd/user" }

    init() throws { store = try TaskStore() }

    /// Runs the installation of the build that is tested.
    private func install(destination: String = "") throws {
        let script = Fixtures.package.appending(path: "scripts/install").path
        let build = CommandRunner.executables.path
        let outcome = try runner.run(
            "/bin/sh", [script, build, prefix], extra: ["DESTDIR": destination])
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }

    private func contents(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func whatIsInstalledIsValid() throws {
        try install()
        let desktop = "\(prefix)/share/applications/redo-open.desktop"
        let entry = try runner.run("/usr/bin/desktop-file-validate", [desktop])
        #expect(entry.status == 0 && entry.text.isEmpty, "\(entry)")
        let lines = try contents(desktop).components(separatedBy: "\n")
        #expect(lines.contains("Exec=\"\(prefix)/bin/redo\" open --hold -- %u"))
        let schemes = ["task", "category", "room", "redo"].map { "x-scheme-handler/\($0);" }
        #expect(lines.contains("MimeType=\(schemes.joined())"))
        #expect(lines.contains("Terminal=true"))
        let cache = try contents("\(prefix)/share/applications/mimeinfo.cache")
        for scheme in ["task", "category", "room"] {
            #expect(cache.contains("x-scheme-handler/\(scheme)=redo-open.desktop;"))
        }
        for unit in ["redo-remind.service", "redo-remind@home-ana-.redo.service"] {
            // The manual is looked for by another test.
            let verified = try runner.run(
                "/usr/bin/systemd-analyze", ["--user", "--man=no", "verify", "\(units)/\(unit)"],
                extra: ["XDG_RUNTIME_DIR": runner.path("")])
            #expect(verified.status == 0 && verified.error.isEmpty, "\(unit): \(verified)")
        }
        // Each names a page that is there.
        #expect(
            FileManager.default.fileExists(atPath: "\(prefix)/share/man/man1/redo-remind.1"))
    }

    /// A package is registered where it is unpacked, and names the program by the path that it has there.
    @Test func aPackageIsNotRegistered() throws {
        let destination = runner.path("package")
        try install(destination: destination)
        let directory = "\(destination)\(prefix)/share/applications"
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory) == ["redo-open.desktop"])
        #expect(
            try contents("\(directory)/redo-open.desktop").contains("Exec=\"\(prefix)/bin/redo\" "))
        #expect(!FileManager.default.fileExists(atPath: prefix))
    }

    // MARK: Switching reminders on

    /// A systemctl that writes down how it was called.
    private func systemctl(status: Int = 0) throws -> [String: String] {
        let script = "#!/bin/sh\necho \"$*\" >>~/calls\nexit \(status)\n"
        try runner.writeProgram(script, to: "programs/systemctl")
        return ["PATH": "\(runner.path("programs")):/usr/bin:/bin"]
    }

    private func remind(_ words: String..., extra: [String: String]) throws -> CommandOutcome {
        try runner.run("\(prefix)/bin/redo", ["remind"] + words, extra: extra)
    }

    @Test func theUsersOwnLogHasAUnit() throws {
        try install()
        let extra = try systemctl().merging(["REDO_DIR": runner.path("home/.local/share/redo")]) {
            $1
        }
        _ = try runner.run("\(prefix)/bin/redo", ["init"], extra: extra)
        let installed = try remind("--install", extra: extra)
        #expect(installed.status == 0 && installed.error.isEmpty, "\(installed)")
        #expect(try remind("--uninstall", extra: extra).status == 0)
        #expect(
            store.noted("calls")
                == "--user link \(units)/redo-remind.service\n"
                + "--user enable --now redo-remind.service\n"
                + "--user disable --now redo-remind.service\n")
    }

    @Test func anotherStoreHasAUnitOfItsName() throws {
        try install()
        let outcome = try remind("--install", extra: try systemctl())
        #expect(outcome.status == 0, "\(outcome)")
        let path = try #require(try runner.shell("cd .redo && pwd").lines.first)
        let name = try runner.run("/usr/bin/systemd-escape", ["--path", path]).lines[0]
        #expect(
            store.noted("calls")
                == "--user link \(units)/redo-remind@.service\n"
                + "--user enable --now redo-remind@\(name).service\n")
    }

    @Test func whatIsMissingIsSaid() throws {
        try install()
        let none = try remind("--install", extra: ["PATH": runner.path("nothing")])
        #expect(none.status == 128)
        #expect(
            none.codedError.hasPrefix("error: STORAGE_001: systemctl cannot be run: "), "\(none)")
        #expect(none.codedError.contains("hint: without systemd, have 'redo remind' started"))
        let failing = try remind("--install", extra: try systemctl(status: 4))
        #expect(failing.status == 128)
        #expect(
            failing.codedError.hasPrefix("error: STORAGE_003: 'systemctl --user link ")
                && failing.codedError.contains("ended with status 4\n"), "\(failing)")
        try FileManager.default.removeItem(atPath: "\(units)/redo-remind@.service")
        let missing = try remind("--install", extra: try systemctl())
        #expect(missing.status == 128)
        #expect(
            missing.codedError.hasPrefix(
                "error: STORAGE_001: there is no unit \(units)/redo-remind@.service\n"
                    + "hint: 'make install' puts it there\n"), "\(missing)")
    }
}
