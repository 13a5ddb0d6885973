import Foundation
import TestSupport
import Testing

/// `scripts/install`, which `make install` runs as root, where others have prepared something.
@Suite struct InstallTests {
    let runner: CommandRunner

    init() throws {
        runner = try CommandRunner()
        try FileManager.default.createDirectory(
            atPath: runner.path("build"), withIntermediateDirectories: true)
        try runner.writeProgram("#!/bin/sh\necho one\n", to: "build/redo")
    }

    /// Installs a program that stands for the suite.
    func install(
        _ before: String = ":", to prefix: String = "$PWD/prefix"
    ) throws -> CommandOutcome {
        let script = Fixtures.package.appending(path: "scripts/install").path
        return try runner.shell("\(before); '\(script)' build \"\(prefix)\"")
    }

    func expectInstalled(
        _ outcome: CommandOutcome, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.status == 0, "\(outcome)", sourceLocation: sourceLocation)
        #expect(
            outcome.lines.last == "installed \(runner.path("prefix/bin/redo"))",
            sourceLocation: sourceLocation)
    }

    /// A program for a kind of remote can be beside the suite's names.
    @Test func onlyTheNamesOfTheSuiteAreReplaced() throws {
        expectInstalled(try install())
        let outcome = try install(
            """
            cd prefix/libexec/redo; echo mine >redo-remote-ftp; ln ../../bin/redo redo-gone; cd ../../..
            printf '#!/bin/sh\\necho two\\n' >build/redo
            """)
        expectInstalled(outcome)
        let found = try runner.shell(
            """
            cd prefix; cat libexec/redo/redo-remote-ftp
            bin/redo; bin/redo-log; libexec/redo/redo-list; ls -A bin | grep -c '^\\.'
            """)
        #expect(found.lines == ["mine", "two", "two", "two", "0"], "\(found)")
        #expect(
            !FileManager.default.fileExists(atPath: runner.path("prefix/libexec/redo/redo-gone")))
    }

    /// Whatever root's mask is.
    @Test(arguments: ["000", "077"])
    func everyoneReadsItAndNobodyElseWritesToIt(_ mask: String) throws {
        expectInstalled(try install("umask \(mask)"))
        let found = try runner.shell(
            "find prefix ! -type l \\( -perm /022 -o ! -perm -444 -o -type d ! -perm -111 \\)")
        #expect(found.status == 0 && found.text.isEmpty, "\(found)")
    }

    @Test func linksAreReplacedAndNotFollowed() throws {
        expectInstalled(try install())
        let places = [
            "bin/redo", "bin/.redo-new", "bin/redo-log", "libexec/redo/redo-list",
            "share/applications/redo-open.desktop", "lib/systemd/user/redo-remind.service",
            "share/man/man1/redo.1", "share/bash-completion/completions/redo",
        ]
        for place in places {
            _ = try runner.shell("echo mine >victim; ln -sf \"$PWD/victim\" prefix/\(place)")
            expectInstalled(try install())
            let found = try runner.shell("cat victim; test -L prefix/\(place); echo $?")
            #expect(found.lines == ["mine", "1"], "\(place): \(found)")
        }
    }

    /// systemd and desktops would expand it, and run another program.
    @Test(arguments: ["$PWD/%i", "$PWD/a\\$b", "$PWD/a\\`b", "$PWD/a\\\"b", "$PWD/a\\\\b"])
    func aPrefixThatIsNotTakenAsItIsIsRefused(_ prefix: String) throws {
        let outcome = try install(to: prefix)
        #expect(outcome.status == 1 && outcome.codedError.hasPrefix("error: "), "\(outcome)")
        let made = try FileManager.default.contentsOfDirectory(atPath: runner.path(""))
        #expect(!made.contains { $0.hasPrefix("a") || $0.hasPrefix("%") }, "\(made)")
    }
}
