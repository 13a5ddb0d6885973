import TestSupport
import Testing

/// Configurations mean to `redo config` what they mean to `git config`.
@Suite struct ConfigGitTests {
    let runner: CommandRunner

    init() throws {
        runner = try CommandRunner()
        _ = try runner.run("redo-init", ["-q"])
    }

    /// What Git reads, as `redo config --list` prints it; nil where it refuses the file.
    func listByGit() throws -> [String]? {
        let outcome = try runner.run(
            "/usr/bin/git", ["config", "-z", "-f", ".redo/config", "--list"])
        guard outcome.status == 0 else { return nil }
        return outcome.text.split(separator: "\0").map { entry in
            let parts = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return "\(parts[0])=\(parts.count == 2 ? parts[1] : "true")"
        }
    }

    /// Files without line feeds in values, which a list cannot show. White space within a value has no
    /// tabs: versions of Git differ there. Each entry is in a section: Git's manual demands it, and Git
    /// does not look.
    static let files: [String] = [
        "", "# c", "[a]", "[a]\nk = v", "[a] k = v\n", "[a]\nk\n", "[a]\nk=\n", "[A]\nKEY = V\n",
        "[a \"Sub\"]\nk = v\n", "[a \"q\\\"b\\\\c\\d\"]\nk = v\n", "[a \"x.y\"]\nk = v\n",
        "[a \"\"]\nk = v\n",
        "[a.b]\nk = v\n", "[a.B.c]\nk = v\n", "[a.b \"C\"]\nk = v\n", "[a-1]\nk-1 = v\n",
        "[1]\nk = v\n",
        "[a]\nk = 1\nk = 2\n[b]\nk = 3\n[a]\nk = 4\n", "[a]\nk = v # c\n", "[a]\nk = v;c\n",
        "[a]\nk = \"v # c\" # c\n", "[a]\nk = \"  v  \"  \n", "[a]\nk =   two  words  \n",
        "[a]\nk = a\"b\"c\n",
        "[a]\nk = \" \"x\" \"\n", "[a]\nk = \\t\\\"\\\\x\n", "[a]\nk = one\\\n  two\n",
        "[a]\nk = one \\\n\n",
        "[a]\nk = \\\n  v\n", "[a]\nk = \"\" v\n", "[a]\nk = \"one\\\n two\"\n", "[a]\nk = é😀 ß\n",
        "\u{FEFF}[a]\nk = v\n", "[a]\r\nk = v\r\n\r\n# c\r\nl\r\n", "[a]\r\nk = one\\\r\n two\r\n",
        "[a]\nk = v \r \n", "  [a]  \n  k  =  v  \n", "[a][b]\nk = v\n", "[a]k=v\n[b]l=w",
        "[a] # c\nk = v\n",
        "[a]\n\n\n;\n#\nk = v\n", "[a]\nk = #\n", "[a]\nk = a = b\n", "[a]\nk = [b]\n",
        "[a]\nk = 'v'\n",
        // What Git refuses.
        "[a", "[a\nk = v\n", "[a ]\nk = v\n", "[a b]\n", "[a \"b]\n", "[a \"b\" ]\n",
        "[a \"b\"c]\n",
        "[a\"b\"]\nk = v\n", "[a]\n= v\n", "[a]\n1k = v\n", "[a]\n-k = v\n", "[a]\nk v\n",
        "[a]\nk_x = v\n",
        "[a]\nk # c\n", "[a]\nk = \"v\n", "[a]\nk = \\x\n", "[a]\nk = \"v\\\n", "[é]\nk = v\n",
        "[a_b]\nk = v\n",
        "[a]\n]\n", "[a]\nk.l = v\n", "[a]\n\"k\" = v\n",
    ]

    @Test(arguments: files)
    func aFileIsReadAlike(_ text: String) throws {
        try runner.write(text.utf8, to: ".redo/config")
        let ours = try runner.run("redo-config", ["--list"])
        if let theirs = try listByGit() {
            #expect(ours.status == 0, "\(ours)")
            #expect(ours.lines == theirs)
        } else {
            // The lines that git refuses are named, and the answer may lack them.
            #expect(ours.status == 1)
            #expect(ours.codedError.hasPrefix("warning: STORAGE_004: line "))
        }
    }

    @Test(arguments: files)
    func whatIsChangedByOneIsReadByTheOther(_ text: String) throws {
        try runner.write(text.utf8, to: ".redo/config")
        guard try listByGit() != nil else { return }
        #expect(try runner.run("redo-config", ["--add", "a.k", "by redo"]).status == 0)
        #expect(try runner.run("redo-config", ["c.New.k", "by redo"]).status == 0)
        #expect(try runner.run("redo-config", ["--list"]).lines == listByGit())
        for arguments in [["--add", "a.k", "by git"], ["--replace-all", "c.New.k", "by git # ;"]] {
            let git = try runner.run("/usr/bin/git", ["config", "-f", ".redo/config"] + arguments)
            #expect(git.status == 0, "\(git)")
        }
        #expect(try runner.run("redo-config", ["--list"]).lines == listByGit())
        #expect(try runner.run("redo-config", ["--unset", "a.k"]).status == 0)
        #expect(try runner.run("redo-config", ["--list"]).lines == listByGit())
    }

    @Test(arguments: [
        ("[a.b]\nk = v\n", "a.b.k"), ("[a.B]\nk = v\n", "a.b.k"),
        ("[a.b \"C\"]\nk = v\n", "a.b.C.k"),
    ])
    func aSubsectionAfterADotIsFound(_ text: String, _ name: String) throws {
        try runner.write(text.utf8, to: ".redo/config")
        #expect(
            try runner.run("/usr/bin/git", ["config", "-f", ".redo/config", name]).text == "v\n")
        #expect(try runner.run("redo-config", [name]).text == "v\n")
    }
}
