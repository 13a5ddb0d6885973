import Foundation
import TestSupport
import Testing

/// Links in the place of a store's folders: what they lead to is the user's own, and stays as it is.
@Suite struct LinkedFolderTests {
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    /// With folders of each kind, and something in each.
    init() throws {
        store = try TaskStore.withRemote()
        let made = try runner.shell(
            """
            mkdir -p .redo/quarantine .redo/firestore/cloud &&
            echo damaged >.redo/quarantine/node && echo mine >.redo/firestore/cloud/nodes &&
            printf '[remote "cloud"]\\n\\turl = firestore:///projects/p\\n' >>.redo/config
            """)
        try #require(made.status == 0, "\(made)")
    }

    /// Every command that makes, removes or lists something inside a store.
    private static let commands = [
        "prune --quarantine", "gc", "gc --all", "fsck --repair", "fsck", "remote remove origin",
        "remote remove cloud", "fetch origin", "push origin", "sync", "add Task", "import log",
        "list", "undo", "index", "status", "count-objects",
    ]

    private func expectNothingOutsideChanges(_ name: String) throws {
        try runner.write([], to: "log")
        let moved = try runner.shell(
            "mv .redo/\(name) outside && ln -s \"$PWD/outside\" .redo/\(name)")
        try #require(moved.status == 0, "\(moved)")
        let outside = try runner.contents(of: "outside")
        let remote = try runner.contents(of: "remote.git")
        for command in Self.commands {
            let outcome = try runner.shell("redo-\(command)")
            #expect(outcome.status == 128, "\(command): \(outcome)")
            #expect(
                outcome.codedError == """
                    error: STORAGE_001: a folder of the store cannot be used: Is a symbolic link, which is \
                    not followed: \(runner.path(".redo/\(name)"))
                    hint: move it away and repeat the command; what a link leads to stays as it is

                    """, "\(command)")
            #expect(try runner.contents(of: "outside") == outside, "\(command)")
        }
        #expect(try runner.contents(of: "remote.git") == remote)
    }

    @Test(arguments: [
        "quarantine", "firestore", "firestore/cloud", "objects", "objects/pack", "git",
        "git/repository", "operations",
    ])
    func isRefusedByEveryCommand(_ name: String) throws {
        try expectNothingOutsideChanges(name)
    }

    @Test func theFolderOfALooseNodeIsRefusedByEveryCommand() throws {
        let node = try #require(try runner.looseNames().first)
        try expectNothingOutsideChanges("objects/\(node.prefix(2))")
    }

    @Test(arguments: ["objects/pack", "refs", "refs/heads", "objects", "HEAD"])
    func isRefusedInTheRepositoryOfTheStore(_ name: String) throws {
        let path = ".redo/git/repository/\(name)"
        let moved = try runner.shell("mv \(path) outside && ln -s \"$PWD/outside\" \(path)")
        try #require(moved.status == 0, "\(moved)")
        let before = try runner.shell("find -L outside | sort; cat outside 2>/dev/null").text
        for command in ["fetch origin", "sync", "remote remove origin"] {
            let outcome = try runner.shell("redo-\(command)")
            #expect(outcome.status == 128, "\(command): \(outcome)")
            #expect(
                outcome.codedError.contains(
                    "something other than files and folders: \(runner.path(path))\n"))
            let after = try runner.shell("find -L outside | sort; cat outside 2>/dev/null").text
            #expect(after == before, "\(command)")
        }
    }

    /// `redo fsck` and the commands that use the repository agree on which links are damage.
    @Test(arguments: [
        ("HEAD", "refs/heads/redo", true), ("hooks/post-update", "post-update.sample", true),
        ("_git2_abc", "testing", true), ("HEAD", "../../config", false), ("refs/x", "heads", false),
        ("hooks/post-update", "/usr/bin/env", false), ("description", "..", false),
    ])
    func fsckKnowsTheLinksThatGitMakes(
        _ name: String, _ target: String, _ isSound: Bool
    ) throws {
        let made = try runner.shell(
            "cd .redo/git/repository && mkdir -p hooks && ln -sf \(target) \(name)")
        try #require(made.status == 0, "\(made)")
        let checked = try store.run("fsck")
        #expect(
            checked.text.contains("/\(name): it is a symbolic link ") == !isSound, "\(checked)")
        #expect(try store.run("fetch", ["origin"]).status == (isSound ? 0 : 128))
        try store.add("Water")
        #expect(try store.run("sync").status == (isSound ? 0 : 128))
    }

    @Test func aFileInThePlaceOfAFolderIsRefusedToo() throws {
        _ = try runner.shell("rm -r .redo/quarantine; echo mine >.redo/quarantine")
        let outcome = try runner.run("redo-prune", ["--quarantine"])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.contains("Not a directory: \(runner.path(".redo/quarantine"))\n"))
        #expect(try runner.contents(ofFile: ".redo/quarantine") == Array("mine\n".utf8))
    }

    @Test func aStoreThatIsALinkIsUsedOnlyWhereItIsNamed() throws {
        _ = try runner.shell("mv .redo elsewhere; ln -s elsewhere .redo; mkdir below")
        let before = try runner.contents(of: "elsewhere")
        let path = runner.path(".redo")
        for directory in ["", "below"] {
            for command in ["redo-list", "redo-add", "redo-gc", "redo-fsck"] {
                let outcome = try runner.run(
                    command, command == "redo-add" ? ["Task"] : [], in: directory)
                #expect(outcome.status == 128)
                #expect(
                    outcome.codedError == """
                        error: STORAGE_005: the store \(path) is a symbolic link; such a store is \
                        used only if you name it
                        hint: to use it all the same: --redo-dir \(path), or REDO_DIR

                        """)
            }
        }
        #expect(try runner.run("redo-init").status == 128)
        #expect(try runner.run("redo-init", [runner.directory.path]).status == 128)
        #expect(try runner.contents(of: "elsewhere") == before)
        #expect(try runner.run("redo-list", ["--redo-dir", path]).status == 0)
        #expect(try runner.run("redo-list", extra: ["REDO_DIR": ".redo"]).status == 0)
    }
}
