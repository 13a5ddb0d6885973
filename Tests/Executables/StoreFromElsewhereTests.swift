import Foundation
import TestSupport
import Testing

/// A store that came inside an archive or a clone: its victim owns it, and what its configuration says runs
/// nothing.
@Suite struct StoreFromElsewhereTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("Buy milk")
    }

    private var runner: CommandRunner { store.runner }

    /// A line for the shell that leaves a marker.
    private var attack: String { "touch \(runner.path("pwned")); false" }

    /// A program that leaves a marker.
    private func program() throws -> String {
        try runner.writeProgram("#!/bin/sh\n\(attack)\n", to: "program")
    }

    private func expectNothingRan(
        _ outcome: CommandOutcome, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            !FileManager.default.fileExists(atPath: runner.path("pwned")), "\(outcome)",
            sourceLocation: sourceLocation)
    }

    // MARK: Keys of the configuration

    private func ignored(_ name: String, _ command: String) -> String {
        "warning: USAGE: \(name) in \(runner.path(".redo/config")) is ignored: "
            + "it is only read from your own configuration\nhint: if you trust it: \(command)\n"
    }

    @Test(arguments: [["edit", "milk"], ["add", "-e"], ["config", "--edit"]])
    func aStoreNamesNoEditor(_ command: [String]) throws {
        let editor = try program()
        try store.configure("[core]\neditor = \(editor)")
        let outcome = try store.run(
            command[0], Array(command.dropFirst()),
            extra: ["EDITOR": "true", "TMPDIR": runner.path("")])
        expectNothingRan(outcome)
        let warning = ignored("core.editor", "redo config --global core.editor \(editor)")
        #expect(outcome.codedError.components(separatedBy: warning).count == 2, "\(outcome)")
        // The command of the hint moves it.
        #expect(try runner.shell("redo config --global core.editor \(editor)").status == 0)
        let moved = try store.run(
            command[0], Array(command.dropFirst()), extra: ["TMPDIR": runner.path("")])
        #expect(FileManager.default.fileExists(atPath: runner.path("pwned")), "\(moved)")
        #expect(!moved.codedError.contains("is ignored"), "\(moved)")
    }

    @Test(arguments: ["tokenHelper", "keyFile"])
    func aStoreNamesNoHelperAndNoKeyOfFirestore(_ key: String) throws {
        let path = try program()
        try store.configure(
            "[remote \"origin\"]\nurl = firestore:project?layout=nodes&uid=alice\n"
                + "[firestore]\n\(key) = \(path)")
        for command in ["push", "fetch", "sync"] {
            let outcome = try store.run(command)
            expectNothingRan(outcome)
            #expect(
                outcome.status == 128 && outcome.codedError.contains("FIREBASE_001"), "\(outcome)")
            #expect(
                outcome.codedError.contains("warning: USAGE: firestore.\(key) in "), "\(outcome)")
        }
    }

    @Test func theCommandLineCounts() throws {
        let editor = try program()
        let outcome = try runner.run(
            "redo", ["-c", "core.editor=\(editor)", "edit", "milk"],
            extra: ["TMPDIR": runner.path("")])
        #expect(FileManager.default.fileExists(atPath: runner.path("pwned")), "\(outcome)")
    }

    @Test(arguments: ["core.editor", "firestore.tokenHelper", "firestore.keyFile"])
    func whatIsIgnoredIsNotWritten(_ name: String) throws {
        let before = try runner.contents(ofFile: ".redo/config")
        let outcome = try store.run("config", [name, "a b"])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: \(name) is only read from your own configuration\n"
                    + "hint: 'redo config --global \(name) 'a b'' sets it there\n"), "\(outcome)")
        #expect(try runner.contents(ofFile: ".redo/config") == before)
    }

    /// What is asked for is what counts; what is written stands in the list, and can be removed.
    @Test func whatIsIgnoredCanBeSeenAndRemoved() throws {
        try store.configure("[core]\neditor = x")
        let value = try store.run("config", ["core.editor"])
        #expect(value.status == 1 && value.output.isEmpty, "\(value)")
        #expect(
            value.codedError.hasPrefix(ignored("core.editor", "redo config --global core.editor x"))
        )
        #expect(try store.run("config", ["--list"]).lines.contains("core.editor=x"))
        #expect(try store.run("list").error.isEmpty)
        #expect(try store.run("config", ["--unset", "core.editor"]).status == 0)
        #expect(try store.run("config", ["core.editor"]).error.isEmpty)
    }

    // MARK: Aliases

    @Test(arguments: [
        "config --global alias.pwn", "config --global core.editor", "key delete", "sync", "gc",
        "add", "export -o pwned", "export --outp=pwned", "frob",
    ])
    func anAliasOfAStoreWritesNothing(_ meaning: String) throws {
        try store.configure("[alias]\nls = \(meaning)\nl = ls")
        try runner.writeProgram("#!/bin/sh\n\(attack)\n", to: "redo-frob")
        let before = try runner.contents(of: "home")
        for name in ["ls", "l"] {
            let outcome = try runner.run(
                "redo", [name, "!touch pwned"],
                extra: ["PATH": "\(runner.path("")):/usr/bin:/bin"])
            expectNothingRan(outcome)
            #expect(outcome.status == 129, "\(outcome)")
            #expect(
                outcome.codedError.hasPrefix(
                    "error: USAGE: the alias '\(name)' of this store runs '\(meaning)': "
                        + "an alias of a store runs only commands that only read\n"
                        + "hint: 'redo config --global alias.\(name) …' sets one of your own\n"),
                "\(outcome)")
        }
        #expect(try runner.contents(of: "home") == before)
    }

    /// A store's alias does not hand its words to one of the user's that writes.
    @Test func anAliasOfAStoreUsesNoneOfTheUsersThatWrites() throws {
        _ = try store.run("config", ["--global", "alias.run", "!sh -c"])
        _ = try store.run("config", ["--global", "alias.set", "config --global"])
        try store.configure("[alias]\nls = \"run '\(attack)'\"\nst = set core.editor x")
        for name in ["ls", "st"] {
            let outcome = try runner.run("redo", [name])
            expectNothingRan(outcome)
            #expect(outcome.status == 129 && outcome.codedError.contains("only read"), "\(outcome)")
        }
    }

    @Test func anAliasOfAStoreReads() throws {
        try store.configure("[alias]\nls = list --all\nout = export --array")
        #expect(try runner.run("redo", ["ls"]).status == 0)
        // What is typed is the user's.
        #expect(try runner.run("redo", ["out", "-o", "file"]).status == 0)
        #expect(FileManager.default.fileExists(atPath: runner.path("file")))
    }

    @Test func anAliasThatNeverRunsSaysSo() throws {
        let outcome = try store.run("config", ["alias.save", "export -o x"])
        #expect(outcome.status == 0)
        #expect(
            outcome.codedError
                == "note: the alias 'save' never runs: a command that writes counts with --global only\n"
        )
        #expect(try store.run("config", ["alias.out", "export --array"]).error.isEmpty)
    }

    // MARK: The repository inside the store

    /// What stands in the configuration of the inner repository, in three places that git knows.
    enum Place: String, CaseIterable {
        case config, included, common, inside
    }

    /// The repositories inside the store: for mirrors, and for a server.
    private static let ofMirrors = ".redo/git/repository"
    private static let ofServer = ".redo/checkpoints/origin/git"

    private func infect(_ text: String, _ place: Place, in path: String) throws {
        switch place {
        case .config:
            let before = try runner.contents(ofFile: "\(path)/config")
            try runner.write(before + Array(text.utf8), to: "\(path)/config")
        case .included:
            let file = try runner.write(text.utf8, to: "included")
            try infect("[include]\n\tpath = \(file)\n", .config, in: path)
        case .common:
            let common = "common-\(path.split(separator: "/").last ?? "")"
            _ = try runner.shell("cp -r \(path) \(common)")
            try runner.write(text.utf8, to: "\(common)/config")
            try runner.write(Array("\(runner.path(common))\n".utf8), to: "\(path)/commondir")
        case .inside:
            _ = try runner.shell("cp -r \(path) inside; mv inside \(path)/.git")
            try runner.write(text.utf8, to: "\(path)/.git/config")
        }
    }

    private func makeRepository() throws {
        _ = try runner.shell("git init -q --bare remote.git")
        try store.expect(["remote", "add", "origin", runner.path("remote.git")])
        for words in [["mirror", "--to", "remote.git"], ["fetch"]] {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            try #require(outcome.status == 0, "\(outcome)")
        }
        try #require(
            FileManager.default.fileExists(atPath: runner.path("\(Self.ofMirrors)/config")))
    }

    /// Lets the store make its repository for a server, which cannot be reached.
    private func makeRepository(for url: String) throws {
        try store.expect(["remote", "set-url", "origin", url])
        let failed = try store.run("fetch", extra: ["GIT_SSH_COMMAND": "false"])
        try #require(failed.status == 128, "\(failed)")
        try #require(
            FileManager.default.fileExists(atPath: runner.path("\(Self.ofServer)/config")))
    }

    @Test(arguments: Place.allCases)
    func theInnerRepositoryNamesNoSSH(_ place: Place) throws {
        try makeRepository()
        try makeRepository(for: "ssh://localhost:1/x")
        for path in [Self.ofMirrors, Self.ofServer] {
            try infect("[core]\n\tbare = true\n\tsshCommand = \(program())\n", place, in: path)
        }
        for command in ["fetch", "push", "sync"] {
            expectNothingRan(try store.run(command, extra: ["GIT_SSH_COMMAND": ""]))
        }
    }

    @Test(arguments: Place.allCases)
    func theInnerRepositoryNamesNoCredentialHelper(_ place: Place) throws {
        try makeRepository()
        let servers = GitServers(runner.directory.path)
        let server = try servers.web("--user", "ana", "--password", "open sesame")
        try makeRepository(for: "http://127.0.0.1:\(server.port)/remote.git")
        for path in [Self.ofMirrors, Self.ofServer] {
            try infect(
                "[core]\n\tbare = true\n[credential]\n\thelper = \(program())\n", place, in: path)
        }
        for command in ["fetch", "push", "sync"] {
            let outcome = try store.run(command)
            expectNothingRan(outcome)
            #expect(outcome.status != 0 && outcome.codedError.contains("NETWORK_002"), "\(outcome)")
        }
        // The user's own is asked.
        let file = try runner.write("[credential]\n\thelper = \(program())\n".utf8, to: "gitconfig")
        let asked = try store.run("fetch", extra: ["GIT_CONFIG_GLOBAL": file])
        #expect(FileManager.default.fileExists(atPath: runner.path("pwned")), "\(asked)")
    }

    /// An address of the user's leads where the user says, and nowhere else.
    @Test(arguments: Place.allCases)
    func theInnerRepositoryLeadsNowhereElse(_ place: Place) throws {
        try makeRepository()
        _ = try runner.shell("git init -q --bare other.git")
        try infect(
            "[core]\n\tbare = true\n[url \"\(runner.path("other.git"))\"]\n"
                + "\tinsteadOf = \(runner.path("remote.git"))\n", place, in: Self.ofMirrors)
        try store.add("Buy bread")
        for words in [["mirror", "--to", "remote.git"], ["fetch"], ["push"]] {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0, "\(words): \(outcome)")
        }
        #expect(try runner.shell("git -C other.git for-each-ref").output.isEmpty)
        #expect(
            try String(
                decoding: runner.contents(ofFile: ".redo/git/repository/config"), as: UTF8.self)
                == "[core]\n\tbare = true\n\trepositoryformatversion = 0\n\tfilemode = true\n")
    }

    /// The user's own configuration of git goes on counting.
    @Test func theUsersConfigurationOfGitCounts() throws {
        try makeRepository()
        try runner.write("[core]\n\tsshCommand = \(program())\n".utf8, to: "home/.gitconfig")
        try store.expect(["remote", "set-url", "origin", "ssh://localhost:1/x"])
        let outcome = try store.run("fetch")
        #expect(FileManager.default.fileExists(atPath: runner.path("pwned")), "\(outcome)")
    }

    // MARK: Addresses that run programs

    @Test(arguments: ["ext::sh -c 'touch pwned'", "fd::7", "persistent-https::x", "EXT::x"])
    func aRemoteIsNoTransportHelper(_ url: String) throws {
        let name = String(url.prefix { $0 != ":" })
        let added = try store.run("remote", ["add", "origin", url])
        let refusal =
            "error: STORAGE_001: the git repository cannot be reached: '\(name)::' runs a program, "
            + "which no address of a remote may do\n"
        #expect(added.status == 128 && added.codedError.hasPrefix(refusal), "\(added)")
        try store.configure("[remote \"origin\"]\nurl = \"\(url)\"")
        for command in [["fetch"], ["push"], ["sync"]] {
            let outcome = try store.run(command[0])
            expectNothingRan(outcome)
            #expect(
                outcome.status == 128 && outcome.codedError.contains("runs a program"), "\(outcome)"
            )
        }
        let cloned = try store.run("clone", [url, "copy"])
        expectNothingRan(cloned)
        #expect(cloned.status == 128 && cloned.codedError.contains("runs a program"), "\(cloned)")
    }
}
