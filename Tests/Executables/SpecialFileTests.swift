import Foundation
import TestSupport
import Testing

/// FIFOs in the place of a store's files, of configurations and keys: no command waits for them.
@Suite struct SpecialFileTests {
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    init() throws {
        store = try TaskStore.withRemote()
        try #require(store.run("list").status == 0)
    }

    /// A place, as a pattern of the shell, and whether all the commands need what is there.
    private static let places: [(pattern: String, isNeeded: Bool, commands: [String])] = [
        (".redo/objects/[0-9a-f][0-9a-f]/*", false, ["list", "export", "fsck", "add Task"]),
        (".redo/objects/pack/*.pack", true, ["list", "export", "gc", "add Task", "index"]),
        (".redo/objects/pack/*.idx", true, ["list", "export", "gc --all"]),
        (".redo/config", true, ["list", "add Task", "config --list", "config a.b c"]),
        ("home/.config/redo/config", true, ["list", "add Task", "config --global a.b c"]),
        ("home/.config/redo/keys/*", true, ["add Task"]),
        (".redo/lost", true, ["list", "fsck", "verify --all"]),
        (".redo/tasks.cache", false, ["list", "fsck", "add Task"]),
        (".redo/hash.cache", false, ["replay --hash", "fsck", "add Task"]),
        (".redo/operations/*", false, ["undo", "undo --redo", "add Task"]),
        (".redo/gc.lock", true, ["gc", "fsck --repair"]),
        (".redo/git/commits", false, ["fetch origin", "push origin", "status"]),
        (".redo/git/repository/HEAD", true, ["fetch origin", "sync"]),
        (".redo/git/repository/config", true, ["fetch origin", "remote remove origin"]),
        (".redo/git/repository/refs/redo/mirrors/*", true, ["fetch origin", "sync"]),
        (".redo/git/repository/objects/pack/*.idx", true, ["fetch origin", "sync"]),
    ]

    @Test(arguments: places.indices)
    func noCommandWaits(_ number: Int) throws {
        let (pattern, isNeeded, commands) = Self.places[number]
        // A name that nothing has yet is the pattern itself.
        let made = try runner.shell(
            "for f in \(pattern); do rm -f \"$f\"; mkdir -p \"${f%/*}\"; mkfifo -m 600 \"$f\"; done"
        )
        try #require(made.status == 0, "\(made)")
        for command in commands {
            let outcome = try runner.shell("timeout -s KILL 60 redo-\(command)")
            // 137 is what the shell says of a command that was killed.
            #expect(outcome.status < 129, "\(pattern), \(command): \(outcome)")
            guard isNeeded else { continue }
            #expect(outcome.status != 0, "\(pattern), \(command): \(outcome)")
            #expect(
                (outcome.error + outcome.text).contains("Not a regular file")
                    || outcome.codedError.contains("something other than files and folders"),
                "\(pattern), \(command): \(outcome)")
        }
    }

    @Test func operandsMayStillBePipes() throws {
        let exported = try runner.run("redo-export").output
        try runner.write(exported, to: "log")
        _ = try runner.shell("mkdir other; cd other; redo-init -q")
        let piped = try runner.shell(
            "cd other && mkfifo pipe && { cat ../log >pipe & redo-import pipe; }")
        #expect(piped.status == 0, "\(piped)")
        #expect(try runner.shell("cd other && redo-export").output == exported)
        for command in ["redo-import -", "redo-import /dev/stdin"] {
            let outcome = try runner.shell(
                "rm -rf other/.redo; cd other; redo-init -q; cat ../log | \(command)")
            #expect(outcome.status == 0, "\(command): \(outcome)")
            #expect(try runner.shell("cd other && redo-export").output == exported)
        }
    }
}
