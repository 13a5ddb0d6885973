import Foundation
import TestSupport
import Testing

/// Which files and folders are hooks, and which are not run.
@Suite struct HookFileTests {
    let store: TaskStore
    private let hook: String
    private var runner: CommandRunner { store.runner }
    static let file = "\(TaskStore.hooks)/pre-write"

    init() throws {
        store = try TaskStore()
        hook = try store.hook("pre-write", "touch ~/ran; exit 1")
    }

    /// Nothing runs, the command goes on, and a warning names what is wrong.
    private func expectIgnored(
        _ place: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try store.run("add", ["Milk", "--draft"])
        #expect(outcome.status == 0, "\(outcome)", sourceLocation: sourceLocation)
        #expect(
            outcome.codedError
                == "warning: HOOK_002: no hook is run from \(runner.path(place)): \(reason)\n",
            sourceLocation: sourceLocation)
        #expect(store.noted("ran") == nil, sourceLocation: sourceLocation)
        #expect(try store.nodes().count == 1, sourceLocation: sourceLocation)
    }

    @Test func aSoundOneRuns() throws {
        #expect(try store.run("add", ["Milk"]).status == 1)
        #expect(store.noted("ran") != nil)
    }

    @Test(arguments: [
        ("chmod 644 pre-write", "it is not executable"),
        ("rm pre-write; mkdir pre-write", "it is a folder"),
        ("rm pre-write; mkfifo pre-write", "it is not a regular file"),
        ("rm pre-write; ln -s nowhere pre-write", "the link leads nowhere"),
        ("rm pre-write; ln -s /dev/zero pre-write", "it is not a regular file"),
    ])
    func whatIsNotAnExecutableFileIsNotRun(_ change: String, _ reason: String) throws {
        _ = try runner.shell("cd \(TaskStore.hooks) && { \(change); }")
        try expectIgnored(Self.file, reason)
    }

    @Test func aLinkInACircleIsNotRun() throws {
        _ = try runner.shell("cd \(TaskStore.hooks) && rm pre-write && ln -s pre-write pre-write")
        let outcome = try store.run("add", ["Milk", "--draft"])
        #expect(
            outcome.status == 0
                && outcome.codedError.contains("HOOK_002: no hook is run from \(hook): ")
        )
    }

    @Test(arguments: ["775", "757", "777"])
    func whatOthersCanWriteToIsNotRun(_ mode: String) throws {
        _ = try runner.shell("chmod \(mode) \(Self.file)")
        try expectIgnored(Self.file, "others can write to it (mode \(mode))")
    }

    @Test(arguments: ["775", "757", "1777"])
    func aFolderThatOthersCanWriteToIsNotUsed(_ mode: String) throws {
        try store.hook("post-write", "touch ~/ran")
        _ = try runner.shell("chmod \(mode) \(TaskStore.hooks)")
        // Named once, although two hooks are in it.
        try expectIgnored(TaskStore.hooks, "others can write to it (mode \(mode))")
    }

    @Test func aFolderOnTheWayToTheHooksOfAStoreIsLookedAt() throws {
        _ = try runner.shell("rm \(Self.file)")
        let own = try store.ownHooks()
        try store.hook("pre-write", "touch ~/ran; exit 1", in: own)
        let parent = (own as NSString).deletingLastPathComponent
        _ = try runner.shell("chmod 777 '\(parent)'")
        try expectIgnored(parent, "others can write to it (mode 777)")
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give a file away"),
        arguments: [HookFileTests.file, TaskStore.hooks])
    func whatSomebodyElseOwnsIsNotRun(_ place: String) throws {
        _ = try runner.shell("chown 65534 \(place)")
        try expectIgnored(place, "it belongs to user 65534, not to you")
    }

    /// Files of one's settings are often kept elsewhere.
    @Test func aLinkToAFileOfOnesOwnRuns() throws {
        _ = try runner.shell(
            "umask 022; mkdir home/dots && mv \(Self.file) home/dots/x && ln -s ../../../dots/x \(Self.file)"
        )
        #expect(try store.run("add", ["Milk"]).status == 1)
        #expect(store.noted("ran") != nil)
    }

    /// Whoever can write to the folder there can put something else in its place.
    @Test func aLinkIntoAFolderOfOthersDoesNot() throws {
        _ = try runner.shell(
            "mkdir open && chmod 1777 open && mv \(Self.file) open/x && ln -s \"$PWD/open/x\" \(Self.file)"
        )
        try expectIgnored("open", "others can write to it (mode 1777)")
    }

    /// Between the check and the start they could put a folder of theirs there.
    @Test(arguments: [
        ("home/.config/redo", "775"), ("home/.config", "777"), ("home", "757"),
    ])
    func aFolderAboveThatOthersCanWriteToIsRefused(_ place: String, _ mode: String) throws {
        _ = try runner.shell("chmod \(mode) \(place)")
        try expectIgnored(place, "others can write to it (mode \(mode))")
    }

    /// Such as `/tmp`: others cannot rename what is the user's.
    @Test func aStickyFolderAboveIsNoHarm() throws {
        _ = try runner.shell("chmod 1777 home/.config")
        #expect(try store.run("add", ["Milk"]).status == 1)
        #expect(store.noted("ran") != nil)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give a file away"),
        arguments: ["home/.config/redo", "home"])
    func aFolderAboveThatSomebodyElseOwnsIsRefused(_ place: String) throws {
        _ = try runner.shell("chown 65534 \(place)")
        try expectIgnored(place, "it belongs to user 65534, not to you")
    }

    /// The file and its folder are the user's, but another folder or link can take the place of one on the path to them.
    @Test(arguments: ["open/inner/x", "open/link"])
    func aLinkThroughAFolderOfOthersIsRefused(_ target: String) throws {
        _ = try runner.shell(
            """
            umask 022; mkdir -p open/inner && mv \(Self.file) open/inner/x && ln -s inner/x open/link &&
            chmod 777 open && ln -s "$PWD/\(target)" \(Self.file)
            """)
        try expectIgnored("open", "others can write to it (mode 777)")
    }

    @Test func aLinkThroughFoldersOfOnesOwnRuns() throws {
        _ = try runner.shell(
            """
            umask 022; mkdir -p a/b && mv \(Self.file) a/b/x && ln -s ./b/../b/x a/link && ln -s "$PWD/a" c &&
            ln -s ../../../../c/./link \(Self.file)
            """)
        #expect(try store.run("add", ["Milk"]).status == 1)
        #expect(store.noted("ran") != nil)
    }

    @Test func aFileInThePlaceOfTheFolderIsNamed() throws {
        _ = try runner.shell("rm -r \(TaskStore.hooks) && touch \(TaskStore.hooks)")
        try expectIgnored(TaskStore.hooks, "it is not a folder")
    }

    /// A name that nothing runs, or that is written otherwise, is nobody's.
    @Test func otherNamesAreNotRun() throws {
        for name in ["reminder", "pre-write.sample", "PRE-WRITE", "pre_write", "pre-commit"] {
            try store.hook(name, "touch ~/ran")
        }
        _ = try runner.shell("rm \(Self.file)")
        #expect(try store.run("add", ["Milk", "--draft"]).error.isEmpty)
        #expect(store.noted("ran") == nil)
    }
}
