import Foundation
import TestSupport
import Testing

/// Hosts of remotes in the clear that show what is true elsewhere: under another name, of another remote, or of another time.
///
/// What a device that has read a remote is shown later is compared with what it has seen: see ``FolderRemoteTests``.
@Suite struct ReplayedRemoteTests {
    /// Two remotes, `a` and `b`, and two devices that have written to `a`.
    private struct Scene {
        let git: GitFixture
        let isGit: Bool
        let phone: TaskStore
        let laptop: TaskStore

        init(isGit: Bool) throws {
            self.isGit = isGit
            git = try GitFixture()
            for name in ["a", "b"] {
                let made = try git.place.shell(
                    isGit ? "git init -q --bare \(name)" : "mkdir \(name)")
                try #require(made.status == 0, "\(made)")
            }
            phone = try git.storeWithoutRemote("phone")
            laptop = try git.storeWithoutRemote("laptop")
            for device in [phone, laptop] {
                for name in ["a", "b"] {
                    try device.expect(["remote", "add", name, url(name)])
                    try device.expect(["config", "remote.\(name).copied", "false"])
                }
            }
            try phone.add("One")
            try phone.expect(["push", "a"])
            try laptop.expect(["fetch", "a"])
            try laptop.add("Two")
            try laptop.expect(["push", "a"])
            try phone.expect(["fetch", "a"])
        }

        func url(_ name: String) -> String { (isGit ? "" : "folder:") + git.place.path(name) }

        /// The slot of a device in `a`.
        func slot(_ device: TaskStore) throws -> String {
            let path = device.runner.path(".redo/checkpoints/a/state")
            let bytes = try #require(FileManager.default.contents(atPath: path))
            let state = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            return try #require((state?["own"] as? [String: Any])?["slot"] as? String)
        }

        /// Lets a slot of one remote stand where a slot of another stands, with all files that it needs.
        func copy(
            _ slot: String, of source: String, to target: String, as name: String? = nil
        ) throws {
            let name = name ?? slot
            let copied = try git.place.shell(
                isGit
                    ? """
                    git -C \(target) fetch -q "$PWD/\(source)" \
                    "+refs/redo/slots/\(slot):refs/redo/slots/\(name)"
                    """
                    : """
                    rm -rf \(target)/slots/\(name) && cp -a \(source)/slots/\(slot) \(target)/slots/\(name) \
                    && { cp -an \(source)/data/. \(target)/data/ || true; }
                    """)
            try #require(copied.status == 0, "\(copied)")
        }

        /// What a new device makes of a remote.
        func clone(_ remote: String) throws -> (CommandOutcome, CommandRunner) {
            let device = try git.storeWithoutRemote("new")
            return (try device.run("clone", [url(remote), "copy"]), device.runner)
        }
    }

    /// A slot that is copied under another name is no slot: it is named, and nothing of it counts.
    @Test(arguments: [false, true]) func aSlotUnderAnotherNameIsNamed(_ isGit: Bool) throws {
        let scene = try Scene(isGit: isGit)
        let slot = try scene.slot(scene.phone)
        try scene.copy(slot, of: "a", to: "a", as: String(repeating: "5", count: 32))
        let message = "it has the statement of the slot \(slot)"
        for device in [scene.phone, scene.laptop] {
            let fetched = try device.run("fetch", ["a"])
            #expect(fetched.status == 0 && fetched.text == "nothing new\n", "\(fetched)")
            #expect(fetched.codedError.contains(message), "\(fetched)")
        }
        let (cloned, _) = try scene.clone("a")
        #expect(cloned.text.contains("made a store of 4 nodes"), "\(cloned)")
        #expect(cloned.codedError.contains(message), "\(cloned)")
    }

    /// The nodes of a slot that lies under another name are received: they verify by themselves. What lies there is no slot of its
    /// key, so the slot is missed all the same.
    @Test(arguments: [false, true]) func theNodesUnderAnotherNameAreReceived(_ isGit: Bool) throws {
        let scene = try Scene(isGit: isGit)
        let slot = try scene.slot(scene.phone)
        try scene.phone.add("Three")
        try scene.phone.expect(["push", "a"])
        try scene.copy(slot, of: "a", to: "a", as: String(repeating: "5", count: 32))
        _ = try scene.git.place.shell(
            isGit ? "git -C a update-ref -d refs/redo/slots/\(slot)" : "rm -r a/slots/\(slot)")
        let (cloned, _) = try scene.clone("a")
        #expect(cloned.text.contains("made a store of 6 nodes"), "\(cloned)")
        #expect(cloned.codedError.contains("the slot \(slot) "), "\(cloned)")
        let fetched = try scene.laptop.run("fetch", ["a"])
        #expect(fetched.text.contains("received 2 nodes"), "\(fetched)")
        #expect(
            fetched.status == 1
                && fetched.codedError.contains("E_REMOTE_WITHHOLDS: the slot \(slot) "),
            "\(fetched)")
    }

    /// A host lets the reference of a slot lead to another slot's checkpoint: its store is not stuck, and nothing is missed.
    @Test func aSlotWhoseReferenceLeadsElsewhereIsLeft() throws {
        let scene = try Scene(isGit: true)
        let slot = try scene.slot(scene.phone)
        try scene.copy(scene.slot(scene.laptop), of: "a", to: "a", as: slot)
        try scene.phone.add("Three")
        let pushed = try scene.phone.run("push", ["a"])
        #expect(
            pushed.status == 0 && pushed.codedError.contains("continues in a new slot"), "\(pushed)"
        )
        #expect(try scene.slot(scene.phone) != slot)
        let fetched = try scene.laptop.run("fetch", ["a"])
        #expect(fetched.status == 0 && fetched.text == "received 2 nodes\n", "\(fetched)")
    }

    /// A new device notices an old statement that another one has seen a later one of. It cannot tell that a remote as a
    /// whole is as it was.
    @Test(arguments: [false, true]) func aNewDeviceNoticesWhatOthersHaveSeen(
        _ isGit: Bool
    ) throws {
        let scene = try Scene(isGit: isGit)
        _ = try scene.git.place.shell("cp -a a old")
        try scene.phone.add("Three")
        try scene.phone.expect(["push", "a"])
        let (whole, _) = try scene.clone("old")
        #expect(whole.status == 0 && whole.text.contains("made a store of 4 nodes"), "\(whole)")
        try scene.laptop.expect(["fetch", "a"])
        try scene.laptop.add("Four")
        try scene.laptop.expect(["push", "a"])
        try scene.copy(scene.slot(scene.phone), of: "old", to: "a")
        let (cloned, runner) = try scene.clone("a")
        #expect(cloned.codedError.contains("has seen it at statement 2"), "\(cloned)")
        func inCopy(_ words: String...) throws -> CommandOutcome {
            try runner.run("redo", ["--redo-dir", "copy/.redo"] + words)
        }
        #expect(try inCopy("config", "remote.origin.copied", "false").status == 0)
        let fetched = try inCopy("fetch")
        #expect(
            fetched.status == 1 && fetched.codedError.contains("E_REMOTE_WITHHOLDS"), "\(fetched)")
    }

    /// A slot of one remote that is shown in another one misses what its device has seen there. All slots of a remote that
    /// are shown in another one cannot be told from slots that were made there; their nodes are the same.
    @Test(arguments: [false, true]) func aSlotOfAnotherRemoteMissesWhatItHasSeen(
        _ isGit: Bool
    ) throws {
        let scene = try Scene(isGit: isGit)
        try scene.phone.add("Three")
        for remote in ["a", "b"] { try scene.phone.expect(["push", remote]) }
        try scene.laptop.expect(["fetch", "b"])
        try scene.copy(scene.slot(scene.phone), of: "a", to: "b")
        for words in [["fetch", "b"], ["remote", "verify", "b"]] {
            let outcome = try scene.laptop.run(words[0], Array(words.dropFirst()))
            #expect(
                outcome.status == 1
                    && (outcome.text + outcome.error).contains("E_REMOTE_WITHHOLDS"), "\(outcome)")
        }
        try scene.copy(scene.slot(scene.laptop), of: "a", to: "b")
        for device in [scene.phone, scene.laptop] {
            let fetched = try device.run("fetch", ["b"])
            #expect(fetched.status == 0 && fetched.text == "nothing new\n", "\(fetched)")
        }
    }
}
