import Foundation
import TestSupport
import Testing

/// Arguments and variables that are not UTF-8: paths keep their bytes, and texts are refused.
@Suite struct BytePathTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner.withStore() }

    /// Runs a line in which `$x` is the byte 0xFF.
    private func shell(_ line: String) throws -> CommandOutcome {
        try runner.shell(
            "x=$(printf '\\377'); f=$(printf '\\357\\277\\275'); e=$(printf '\\351'); \(line)")
    }

    private func succeed(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let outcome = try shell(line)
        #expect(outcome.status == 0, "\(outcome)", sourceLocation: sourceLocation)
    }

    @Test func anExportReplacesTheFileOfItsBytesAlone() throws {
        try succeed(
            """
            redo add 'Buy milk' >/dev/null && echo precious >"o$f" && redo export -o "o$x" &&
            grep -q precious "o$f" && grep -q 'Buy milk' "o$x" && redo prove milk -o "p$x" 2>&1; test -e "o$x"
            """)
    }

    @Test func anImportReadsTheFileOfItsBytes() throws {
        try succeed(
            """
            redo add 'Buy milk' >/dev/null && redo export >"in$x" && echo nonsense >"in$f" && redo init other >/dev/null &&
            redo --redo-dir other/.redo import "in$x" && redo --redo-dir other/.redo list | grep -q 'Buy milk' &&
            echo 'Water the lawn' >"t$x" && redo import --from todotxt "t$x" && redo list | grep -q Water &&
            printf '{' >"t$f" && redo convert --from todotxt --to json "t$x" | grep -q Water
            """)
    }

    @Test func storesHaveTheFoldersOfTheirBytes() throws {
        try succeed(
            """
            mkdir "s$f" && redo init "s$x" >said && test -d "s$x/.redo" && ! test -e "s$f/.redo" && grep -qF "s$x" said &&
            redo -C "s$x" add one >/dev/null && redo --redo-dir "s$x/.redo" list | grep -q one &&
            REDO_DIR="s$x/.redo" redo list | grep -q one && cd "s$x" && redo list | grep -q one
            """)
    }

    @Test func variablesThatArePathsKeepTheirBytes() throws {
        try succeed(
            """
            mkdir "h$x" "h$f" && export HOME="$PWD/h$x" && redo init --home >/dev/null &&
            redo keygen --no-passphrase >/dev/null 2>&1 && test -d "h$x/.local/share/redo" &&
            ls "h$x/.config/redo" | grep -q . && test -z "$(ls -A "h$f")" &&
            export XDG_CONFIG_HOME="$PWD/c$x" && redo config --global user.name Ana && grep -q Ana "c$x/redo/config"
            """)
    }

    @Test func nodesAreReadFromFilesOfTheirBytes() throws {
        try succeed(
            """
            redo add 'Buy milk' >/dev/null && redo export | head -1 >"n$x" && echo nonsense >"n$f" &&
            redo hash-object "n$x" | grep -q sha256:
            """)
    }

    @Test func remotesAreFoldersOfTheirBytes() throws {
        try succeed(
            """
            redo add 'Buy milk' >/dev/null && mkdir "r$x" "r$f" && redo remote add usb "folder:$PWD/r$x" &&
            redo push usb >/dev/null && ls "r$x" | grep -q . && test -z "$(ls -A "r$f")" &&
            redo remote | grep -qF "r$x" && redo clone "folder:$PWD/r$x" "c$x" >/dev/null && test -d "c$x/.redo" &&
            redo -C "c$x" list | grep -q milk
            """)
    }

    @Test func gitRepositoriesHaveThePathsOfTheirBytes() throws {
        try succeed(
            """
            redo add 'Buy milk' >/dev/null && redo mirror --to "m$x" >/dev/null && test -d "m$x" &&
            git -C "m$x" log --oneline --all | grep -q . && git init -q --bare "g$x.git" && git init -q --bare "g$f.git" &&
            redo remote add backup "$PWD/g$x.git" && redo push backup >/dev/null &&
            test -n "$(git -C "g$x.git" for-each-ref)" && test -z "$(git -C "g$f.git" for-each-ref)" &&
            redo fetch backup >/dev/null
            """)
    }

    @Test func otherProgramsGetTheBytes() throws {
        try succeed(
            """
            printf '#!/bin/sh\\nprintf %%s "$1" >seen\\n' >redo-note && chmod +x redo-note && PATH="$PWD:$PATH" redo note "a$x" &&
            printf 'a\\377' | cmp - seen
            """)
    }

    @Test(arguments: [
        (
            "redo add \"caf$e\"",
            "argument 1 is not UTF-8: the byte at offset 3 is 0xe9, in 'caf\\xe9'"
        ),
        (
            "redo add Milk --notes \"n$x\"",
            "--notes is not UTF-8: the byte at offset 1 is 0xff, in 'n\\xff'"
        ),
        ("redo add Milk \"--notes=$x\"", "--notes is not UTF-8: the byte at offset 0 is 0xff"),
        ("redo add Milk -t \"$x\"", "--tag is not UTF-8"),
        ("redo edit milk --title \"a$x\"", "--title is not UTF-8"),
        ("redo comment add milk \"a$x\"", "argument 3 is not UTF-8"),
        ("redo category add \"a$x\"", "argument 2 is not UTF-8"),
        ("redo commit-node -f \"a=$x\" UPDATE", "--field is not UTF-8"),
        ("redo config user.name \"a$x\"", "argument 2 is not UTF-8"),
        ("redo -c \"user.name=$x\" add Milk", "-c is not UTF-8: the byte at offset 10 is 0xff"),
        ("redo keygen --name \"a$x\"", "--name is not UTF-8"),
        (
            "REDO_DEVICE=\"d$x\" redo add Milk",
            "REDO_DEVICE is not UTF-8: the byte at offset 1 is 0xff"
        ),
    ])
    func aTextIsRefusedWithItsByte(_ line: String, _ message: String) throws {
        let outcome = try shell(line)
        #expect(outcome.status == 129, "\(outcome)")
        #expect(outcome.codedError.contains(message), "\(outcome)")
        #expect(try runner.run("redo-count-objects").text.hasPrefix("0 "), "\(outcome)")
    }

    @Test func aNameInTheConfigurationThatIsNotUTF8IsNotSigned() throws {
        let outcome = try shell(
            "printf '[user]\\n\\tname = Jos\\351\\n' >>home/.config/redo/config && redo add Milk")
        #expect(outcome.status == 129, "\(outcome)")
        #expect(outcome.codedError.contains("user.name is not UTF-8: the byte at offset 3 is 0xe9"))
        // The rest of the file is as it was.
        try succeed(
            "redo config --global user.email a@b.c && grep -q \"name = Jos$e\" home/.config/redo/config"
        )
    }

    @Test func aPathIsShownWithItsBytes() throws {
        let outcome = try shell("redo import \"missing$x\"")
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("missing\\xff"), "\(outcome)")
    }
}
