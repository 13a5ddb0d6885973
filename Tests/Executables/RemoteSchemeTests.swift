import Foundation
import TestSupport
import Testing

/// A kind of remote that the suite does not know: a program in its folder is all that it takes.
@Suite struct RemoteSchemeTests {
    private let runner: CommandRunner
    private var folder: String { runner.path("exec") }
    private var store: String { runner.path(".redo") }
    private let node = "sha256:" + String(repeating: "0", count: 64)

    init() throws {
        runner = try CommandRunner.withStore()
        try ProgramFile.copy("redo", to: "\(folder)/redo-remote-git")
        let script = """
            #!/bin/sh
            if [ "$1" = remote ]; then
                printf 'url\\tdemo:x\\ndevice\\tlaptop\\t1\\nnode\\t\(node)\\n'
                exit
            fi
            echo "ran: $*, in $PWD, store '$REDO_DIR'"
            echo "told" >&2
            exit 1

            """
        try write(script, to: "redo-remote-demo")
    }

    private func write(_ script: String, to name: String) throws {
        try ProgramFile.write(script, to: "\(folder)/\(name)")
    }

    private func redo(_ arguments: String...) throws -> CommandOutcome {
        try runner.run("redo", arguments, extra: ["REDO_EXEC_PATH": folder])
    }

    private func addRemote() throws {
        let added = try redo("remote", "add", "origin", "demo:x")
        #expect(added.status == 0 && added.error.isEmpty, "\(added)")
        #expect(try redo("remote").text == "origin\tdemo:x\n")
    }

    @Test(arguments: ["push", "fetch", "pull", "sync"])
    func theProgramGetsTheVerbTheArgumentsAndTheStore(_ verb: String) throws {
        try addRemote()
        let place = "in \(runner.path("").replacing(/\/$/, with: ""))"
        for (words, told, named) in [
            ([verb], verb, ""),
            ([verb, "--porcelain", "origin"], "\(verb) --porcelain origin", ""),
            ([verb, "--redo-dir", store], "\(verb) --redo-dir \(store)", ""),
            (["--redo-dir", store, verb, "origin"], "\(verb) origin", store),
        ] {
            let outcome = try runner.run("redo", words, extra: ["REDO_EXEC_PATH": folder])
            #expect(outcome.text == "ran: \(told), \(place), store '\(named)'\n", "\(outcome)")
            #expect(outcome.status == 1 && outcome.error == "told\n")
        }
        // The parser of the command comes first.
        #expect(try redo(verb, "--frobnicate").status == 129)
        #expect(try redo(verb, "-h").text.hasPrefix("usage: redo \(verb)"))
    }

    @Test func aCloneIsMadeByTheProgram() throws {
        #expect(try redo("clone", "demo:x", "copy").text.hasPrefix("ran: clone demo:x copy, in "))
    }

    @Test func eachOfAllRemotesIsFetchedByItsProgram() throws {
        try addRemote()
        _ = try runner.shell("git init -q --bare there.git")
        #expect(try redo("remote", "add", "backup", "there.git").status == 0)
        let outcome = try redo("fetch", "--all", "--no-progress")
        #expect(outcome.status == 1 && outcome.error == "told\n", "\(outcome)")
        #expect(
            outcome.text.hasPrefix(
                "from backup:\nnothing new\nfrom origin:\n"
                    + "ran: fetch --redo-dir \(store) --no-progress -- origin, in "), "\(outcome)")
    }

    @Test func theProgramSaysWhatIsKnown() throws {
        try addRemote()
        #expect(try redo("remote", "show").text.contains("node\t\(node)\n"))
        let status = try redo("status")
        #expect(status.text.contains("1 node not pushed; seen there: laptop\n"), "\(status)")
        #expect(
            try redo("fsck", "--from", "origin").text.contains("ran: fetch --redo-dir \(store)"))
    }

    @Test func aRemoteIsRenamedMovedAndRemoved() throws {
        try addRemote()
        #expect(try redo("remote", "rename", "origin", "main").status == 0)
        #expect(try redo("remote", "set-url", "main", "demo:y").status == 0)
        #expect(try redo("remote").text == "main\tdemo:y\n")
        #expect(try redo("remote", "remove", "main").status == 0)
    }

    @Test func whatNoProgramIsForIsMalformed() throws {
        let outcome = try redo("remote", "add", "origin", "foo://x")
        #expect(outcome.status == 128)
        #expect(outcome.error.contains("'foo' is not a way to a git repository\nhint: "))
        for url in ["demo::x", "Demo://x", "../demo://x"] {
            #expect(try redo("clone", url, "copy").text.isEmpty)
        }
    }

    /// A program cannot take the URLs that are git's.
    @Test func whatGitKnowsIsGits() throws {
        try write("#!/bin/sh\necho ran\n", to: "redo-remote-file")
        _ = try runner.shell("git init -q --bare there.git")
        let url = "file://\(runner.path("there.git"))"
        #expect(try redo("remote", "add", "origin", url).status == 0)
        #expect(try redo("push").text == "everything up-to-date\n")
    }
}
