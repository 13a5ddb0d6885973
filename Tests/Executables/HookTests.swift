import Foundation
import RedoJSON
import TestSupport
import Testing

/// Hooks around what is written: what they get, what they may refuse, and how they end.
@Suite struct HookTests {
    let store: TaskStore
    private var runner: CommandRunner { store.runner }

    init() throws { store = try TaskStore() }

    private static let hint =
        "hint: 'redo -c core.hooks=false COMMAND' runs a command without hooks\n"

    // MARK: What they get

    /// The nodes are not there yet before, and are after.
    @Test(arguments: ["pre-write", "post-write"])
    func getTheNodes(_ name: String) throws {
        try store.hook(
            name,
            "cat > ~/nodes; find \"$REDO_DIR/objects\" -type f | wc -l > ~/count; echo $# > ~/arguments"
        )
        let outcome = try store.run("add", ["Milk", "--due", "2025-11-20"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let nodes = try store.run("export").text
        #expect(store.noted("nodes") == nodes && nodes.split(separator: "\n").count == 2)
        #expect(store.noted("count") == (name == "pre-write" ? "0\n" : "2\n"))
        #expect(store.noted("arguments") == "0\n")
    }

    @Test func knowTheStoreAndTheCommand() throws {
        try store.hook("post-write", "env | grep ^REDO_ | sort > ~/variables; pwd -P > ~/folder")
        try FileManager.default.createDirectory(
            atPath: runner.path("below"), withIntermediateDirectories: true)
        let outcome = try runner.run(
            "redo", ["-c", "gc.auto=0", "category", "add", "Home"],
            extra: ["REDO_PAGER": "false"], in: "below")
        #expect(outcome.status == 0, "\(outcome)")
        let lines = try #require(store.noted("variables")).split(separator: "\n").map(String.init)
        #expect(lines.count == 3, "\(lines)")
        #expect(lines[0] == "REDO_COMMAND=category add")
        #expect(lines[1].hasPrefix("REDO_DIR=/") && lines[1].hasSuffix("/.redo"))
        #expect(lines[2] == "REDO_HOOK_DEPTH=1")
        #expect(store.noted("folder")?.hasSuffix("/below\n") == true)
    }

    /// All nodes of a batch are one input.
    @Test func areAskedOnceForABatch() throws {
        try store.hook("pre-write", "wc -l >> ~/counts")
        let outcome = try runner.run("redo-add", ["-"], input: Array("a\nb\nc\n".utf8))
        #expect(outcome.status == 0, "\(outcome)")
        let written = try store.nodes().count
        #expect(store.noted("counts") == "\(written)\n" && written >= 3)
    }

    /// What exists already is no news of one's own.
    @Test func areNotAskedOfNodesThatAreBroughtIn() throws {
        try store.add("Milk", "--draft")
        let other = try TaskStore()
        for name in ["pre-write", "post-write"] { try other.hook(name, "touch ~/ran; exit 1") }
        let text = try store.run("export").output
        #expect(
            try other.runner.run("redo-import", ["--unsigned"], input: text).status == 0)
        let again = try other.runner.run("redo-hash-object", ["-w", "--stdin"], input: text)
        #expect(again.status == 0, "\(again)")
        #expect(other.noted("ran") == nil)
    }

    /// A descriptor that holds a passphrase is the command's alone.
    @Test func getNoOtherDescriptor() throws {
        try store.hook("post-write", "ls /proc/$$/fd > ~/descriptors")
        #expect(try runner.shell("redo-add Milk --draft 7</dev/null").status == 0)
        let descriptors = try #require(store.noted("descriptors")).split(separator: "\n")
        #expect(descriptors.contains("2") && !descriptors.contains("7"), "\(descriptors)")
    }

    // MARK: Refusing

    @Test(arguments: [
        ["add", "Bread"], ["done", "Milk"], ["edit", "Milk", "--priority", "5"],
        ["delete", "Milk"], ["category", "add", "Home"], ["comment", "add", "Milk", "x"],
        ["start", "Milk"], ["undo"], ["archive", "Milk"],
    ])
    func aRefusalWritesNothing(_ words: [String]) throws {
        try store.add("Milk", "--due", "2025-11-20")
        let hook = try store.hook("pre-write", "echo not today; echo >&2 because; exit 3")
        try store.hook("post-write", "touch ~/ran")
        let before = try runner.contents(of: ".redo")
        let outcome = try store.run(words[0], Array(words.dropFirst()))
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError
                == "pre-write: not today\npre-write: because\nerror: HOOK_001: the hook \(hook) "
                + "refused with status 3, and nothing was written\n\(Self.hint)")
        #expect(try runner.contents(of: ".redo") == before)
        #expect(store.noted("ran") == nil)
        // It was the hook's doing.
        #expect(
            try runner.run("redo", ["-c", "core.hooks=false"] + words).status == 0)
        #expect(try runner.contents(of: ".redo") != before)
    }

    /// A program that a kernel cannot start has not agreed.
    @Test func aHookThatCannotBeStartedRefuses() throws {
        let hook = try store.hook("pre-write", "")
        try runner.write("#!/nowhere/at/all\n".utf8, to: "\(TaskStore.hooks)/pre-write")
        let before = try runner.contents(of: ".redo")
        let outcome = try store.run("add", ["Milk"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: HOOK_001: the hook \(hook) cannot be run: "))
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func afterwardsAFailureIsAWarning() throws {
        let hook = try store.hook("post-write", "exit 3")
        let outcome = try store.run("add", ["Milk", "--draft"])
        #expect(outcome.status == 0)
        #expect(
            outcome.codedError == "warning: HOOK_001: the hook \(hook) ended with status 3\n")
        #expect(try store.nodes().count == 1)
    }

    @Test func dryRunsRunNone() throws {
        try store.add("Milk", "--draft")
        for name in ["pre-write", "post-write"] { try store.hook(name, "touch ~/ran; exit 1") }
        #expect(try store.run("done", ["--dry-run", "Milk"]).status == 0)
        #expect(store.noted("ran") == nil)
    }

    // MARK: How they end

    /// Neither one that waits nor one that will not be ended keeps a command longer, and nothing of them stays.
    @Test(arguments: ["sleep 1000", "trap '' TERM; while :; do sleep 0.1; done", "yes"])
    func oneThatHangsIsEnded(_ script: String) throws {
        let hook = try store.hook("pre-write", "echo $$ > ~/process\n\(script)")
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run("redo", ["-c", "hook.timeout=1", "add", "Milk"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.codedError.contains(
                "error: HOOK_001: the hook \(hook) did not end within 1 s, and nothing was written\n"
                    + "hint: 'redo config --global hook.timeout SECONDS' gives hooks more time\n"))
        #expect(try runner.contents(of: ".redo") == before)
        let process = try #require(store.noted("process").flatMap { pid_t($0.dropLast()) })
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    /// What a hook starts in the background is not waited for.
    @Test func theBackgroundIsNotWaitedFor() throws {
        try store.hook("post-write", "sleep 1000 & echo $! > ~/process; echo started")
        let outcome = try runner.run(
            "redo", ["-c", "hook.timeout=3600", "add", "Milk", "--draft"])
        #expect(outcome.status == 0 && outcome.codedError == "post-write: started\n", "\(outcome)")
        let process = try #require(store.noted("process").flatMap { pid_t($0.dropLast()) })
        #expect(kill(process, SIGKILL) == 0)
    }

    @Test func whatTheyPrintHarmsNoTerminal() throws {
        try store.hook("post-write", #"printf 'a\033[31mb\000\377\302\233c\r\nd'"#)
        let outcome = try store.run("add", ["Milk", "--draft"])
        #expect(outcome.status == 0)
        #expect(
            outcome.codedError.hasPrefix("post-write: a")
                && outcome.codedError.hasSuffix("post-write: d\n"))
        #expect(
            outcome.error.unicodeScalars.allSatisfy {
                $0.value >= 32 && $0.value != 127 || $0 == "\n"
            })
        #expect(!outcome.error.unicodeScalars.contains("\u{9B}"))
    }

    @Test(arguments: ["seq 1 1000", "head -c 1000000 /dev/zero", "seq 1 1000000"])
    func onlyTheFirstLinesAreShown(_ script: String) throws {
        try store.hook("post-write", script)
        let outcome = try store.run("add", ["Milk", "--draft"])
        #expect(outcome.status == 0)
        #expect(outcome.codedError.hasSuffix("post-write: … further output is not shown\n"))
        #expect(outcome.error.utf8.count < 200_000)
        #expect(outcome.codedError.split(separator: "\n").count <= 101)
    }

    /// More than a pipe holds: one that reads nothing, and one that prints while it reads.
    @Test(arguments: ["exit 0", "exec < /dev/null", "cat", "cat /dev/stdin >/dev/stderr"])
    func theirInputHoldsNothingUp(_ script: String) throws {
        for name in ["pre-write", "post-write"] { try store.hook(name, script) }
        let titles = (0..<600).map { "A task with a title, number \($0)\n" }.joined()
        let outcome = try runner.run("redo-add", ["-"], input: Array(titles.utf8))
        #expect(outcome.status == 0 && !outcome.codedError.contains("HOOK"), "\(outcome)")
        #expect(try store.run("export").output.count > 200_000)
    }

    // MARK: Hooks that run commands

    @Test func aHookMayWrite() throws {
        try store.hook(
            "post-write", "[ $REDO_HOOK_DEPTH -gt 1 ] || redo-add 'Another' --draft >/dev/null")
        let outcome = try runner.shell("redo-add Milk --draft && redo-add Bread --draft")
        #expect(outcome.status == 0 && !outcome.codedError.contains("HOOK"), "\(outcome)")
        #expect(try store.nodes().count == 4)
        try store.expectSound()
    }

    @Test func onesThatStartThemselvesEnd() throws {
        let hook = try store.hook(
            "post-write", "redo-add \"At $REDO_HOOK_DEPTH\" --draft >/dev/null")
        let outcome = try runner.shell("redo-add Milk --draft")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.codedError.contains(
                "the hook \(hook) is not run: 5 hooks have started one another (HOOK_001)\n"))
        #expect(try store.nodes().count == 6)
    }

    /// The last one that would be started refuses, and with it all the others.
    @Test(arguments: ["", "5", "x", "99999999999999999999"])
    func onesThatAskThemselvesRefuse(_ depth: String) throws {
        try store.hook("pre-write", "redo-add Again --draft >/dev/null")
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.shell("redo-add Milk --draft", extra: ["REDO_HOOK_DEPTH": depth])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.codedError.contains("5 hooks have started one another, and nothing was written")
        )
        #expect(try runner.contents(of: ".redo") == before)
    }

    // MARK: Whose they are

    @Test func nothingInAStoreIsRun() throws {
        let names = ["pre-write", "post-write", "pre-push", "post-fetch", "pre-commit"]
        _ = try runner.shell("git init -q --bare remote.git")
        #expect(try store.run("remote", ["add", "origin", runner.path("remote.git")]).status == 0)
        try store.add("First", "--draft")
        #expect(try store.run("push").status == 0)
        for directory in [".redo/hooks", ".redo", ".redo/stores", ".redo/git/repository/hooks"] {
            for name in names { try store.hook(name, "touch ~/ran; exit 1", in: directory) }
        }
        try store.configure("[core]\nhooksPath = \(runner.path(".redo/hooks"))")
        for words in [
            ["add", "Milk", "--draft"], ["done", "Milk"], ["push"], ["fetch"], ["sync"],
        ] {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0 && !outcome.codedError.contains("HOOK"), "\(outcome)")
        }
        #expect(store.noted("ran") == nil)
    }

    @Test(arguments: ["core.hooks = false", "hook.timeout = 1"])
    func aStoreSwitchesNothingOff(_ setting: String) throws {
        let parts = setting.components(separatedBy: " = ")
        let name = parts[0].components(separatedBy: ".")
        try store.hook("pre-write", "exit 1")
        try store.configure("[\(name[0])]\n\(name[1]) = \(parts[1])")
        let outcome = try store.run("add", ["Milk"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.codedError.contains("warning: USAGE: \(parts[0]) in "), "\(outcome)")
        #expect(try store.run("config", [parts[0], parts[1]]).status == 129)
    }

    @Test func theUserSwitchesThemOff() throws {
        try store.hook("pre-write", "exit 1")
        #expect(try store.run("config", ["--global", "core.hooks", "false"]).status == 0)
        #expect(try store.run("add", ["Milk"]).status == 0)
        let outcome = try runner.run("redo", ["-c", "core.hooks=true", "add", "Bread"])
        #expect(outcome.status == 1)
        #expect(try store.run("config", ["--global", "core.hooks", "maybe"]).status == 129)
    }

    /// Those of a store run after those of all, and for no other.
    @Test func aStoreCanHaveItsOwn() throws {
        try store.hook("post-write", "echo all >> ~/ran")
        try store.hook("post-write", "echo own >> ~/ran", in: store.ownHooks())
        try store.add("Milk", "--draft")
        #expect(store.noted("ran") == "all\nown\n")
        _ = try runner.run("redo-init", ["other"])
        let outcome = try runner.run("redo", ["-C", "other", "add", "Bread", "--draft"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(store.noted("ran") == "all\nown\nall\n")
        // By another path it is the same store.
        _ = try runner.shell("ln -s . link")
        #expect(
            try runner.run("redo", ["-C", "link", "add", "Cake", "--draft"]).status == 0)
        #expect(store.noted("ran") == "all\nown\nall\nall\nown\n")
    }

    /// The one for all stores is asked first; either may refuse.
    @Test(arguments: [(1, 0, "all"), (0, 1, "all own")])
    func eitherMayRefuse(_ all: Int, _ own: Int, _ ran: String) throws {
        try store.hook("pre-write", "printf all >> ~/ran; exit \(all)")
        try store.hook("pre-write", "printf ' own' >> ~/ran; exit \(own)", in: store.ownHooks())
        #expect(try store.run("add", ["Milk"]).status == 1)
        #expect(store.noted("ran") == ran)
        #expect(try store.nodes().isEmpty)
    }
}
