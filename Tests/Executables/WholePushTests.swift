import Foundation
import RedoJSON
import TestSupport
import Testing

/// What a push sends has all its ancestors on the remote, and its statement says what is there.
@Suite struct WholePushTests {
    private let fixture: GitFixture
    private let stick: String
    private let statements: FolderStatements

    init() throws {
        fixture = try GitFixture()
        stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        statements = FolderStatements(in: stick, of: fixture.place)
    }

    private func device(_ name: String) throws -> TaskStore {
        try fixture.device(name, url: "folder:\(stick)")
    }

    /// Where a chain of nodes is, of which one is missing.
    enum Place: CaseIterable {
        case loose, packed, packedBeside
    }

    /// A device with six nodes in a chain and one beside it; the third of the chain is missing.
    ///
    /// - Returns: also the ids of the chain, and a copy of the missing node.
    private func broken(
        _ place: Place, _ device: TaskStore
    ) throws -> (ids: [String], node: [UInt8], path: String) {
        let chain = try device.addBrokenChain()
        if place != .loose { _ = try device.run("gc", ["--all"]) }
        // A loose node that is whole, beside a pack that is not.
        if place == .packedBeside { _ = try device.run("add", ["Later", "--draft"]) }
        return chain
    }

    @Test(arguments: Place.allCases, [true, false])
    func whatIsCutOffWaits(_ place: Place, _ isGit: Bool) throws {
        func device(_ name: String) throws -> TaskStore {
            try isGit ? fixture.device(name) : self.device(name)
        }
        let phone = try device("phone")
        let (chain, node, path) = try broken(place, phone)
        let wholeCount = place == .packedBeside ? 4 : 3
        // Again and again the same: what waits is said each time.
        for round in 1...2 {
            let pushed = try phone.run("push")
            #expect(pushed.status == 3, "\(pushed)")
            #expect(
                pushed.text
                    == (round == 1
                        ? "pushed \(wholeCount) nodes in 1 pack to origin\n"
                        : "nothing was pushed\n"),
                "\(pushed)")
            #expect(
                pushed.codedError.contains(
                    "warning: E_PARENT_NOT_FOUND: 3 nodes wait here, behind a node that is missing: "
                        + chain[2]), "\(pushed)")
            #expect(pushed.codedError.contains("redo fsck --from origin"), "\(pushed)")
            if !isGit {
                let contents = try statements.last()
                #expect(contents.allSatisfy { $0.isRight }, "\(contents)")
                #expect(contents.map(\.nodeCount) == [wholeCount])
            }
        }
        let reader = try device("reader")
        #expect(try reader.expect(["fetch"]).text == "received \(wholeCount) nodes\n")
        let verified = try reader.run("remote", ["verify"])
        #expect(verified.status == 0, "\(verified)")
        // It is back, and so is the rest.
        try phone.runner.write(node, to: path)
        #expect(try phone.expect(["push"]).text.hasPrefix("pushed 4 nodes in 1 pack"))
        try reader.expect(["fetch"])
        #expect(try reader.ids() == phone.ids())
        #expect(try reader.run("remote", ["verify"]).status == 0)
        if !isGit { #expect(try statements.last().allSatisfy(\.isRight)) }
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
    }

    /// What was pushed before stays listed, whatever the store has lost since.
    @Test func whatIsThereStays() throws {
        let phone = try device("phone")
        let task = try phone.add("Chain", "--draft")
        for number in 1...3 { try phone.expect(["edit", task, "--title", "Chain \(number)"]) }
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        let all = try phone.ids()
        let second = try #require(try phone.nodes()[1]["id"]?.text).dropFirst(7)
        try FileManager.default.removeItem(
            atPath: phone.runner.path(".redo/objects/\(second.prefix(2))/\(second.dropFirst(2))"))
        _ = try phone.run("add", ["New", "--draft"])
        let pushed = try phone.run("push")
        #expect(pushed.text == "pushed 1 node in 1 pack to origin\n", "\(pushed)")
        #expect(try statements.last().map(\.nodeCount) == [5])
        #expect(try statements.last().allSatisfy(\.isRight))
        #expect(try laptop.expect(["fetch"]).text == "received 1 node\n")
        #expect(try laptop.ids().isSuperset(of: all))
    }

    /// The lists of what packs on the remote hold can be read again from there.
    @Test(arguments: [true, false]) func aLostListLosesNoNode(_ isGit: Bool) throws {
        func device(_ name: String) throws -> TaskStore {
            try isGit ? fixture.device(name) : self.device(name)
        }
        let phone = try device("phone")
        for title in ["One", "Two", "Three"] { try phone.add(title, "--draft") }
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        let lost = try #require(try phone.nodes()[1]["id"]?.text).dropFirst(7)
        let removed = try phone.runner.shell(
            """
            rm .redo/checkpoints/origin/ids/* \
                .redo/objects/\(lost.prefix(2))/\(lost.dropFirst(2))
            """)
        try #require(removed.status == 0, "\(removed)")
        try phone.add("Four", "--draft")
        let pushed = try phone.run("push")
        #expect(pushed.text == "pushed 1 node in 1 pack to origin\n", "\(pushed)")
        // The later statement covers the one before.
        #expect(try laptop.expect(["fetch"]).text == "received 1 node\n")
        let reader = try device("reader")
        #expect(try reader.expect(["fetch"]).text == "received 4 nodes\n")
    }

    /// A node that is damaged here is whole in the slot that a compaction would remove.
    @Test(arguments: [true, false]) func aCompactionKeepsWhatIsDamagedHere(_ isGit: Bool) throws {
        func device(_ name: String) throws -> TaskStore {
            try isGit ? fixture.device(name) : self.device(name)
        }
        let phone = try device("phone")
        for title in ["One", "Two", "Three"] {
            try phone.add(title, "--draft")
            try phone.expect(["push"])
        }
        let damaged = try #require(try phone.nodes()[1]["id"]?.text).dropFirst(7)
        let path = ".redo/objects/\(damaged.prefix(2))/\(damaged.dropFirst(2))"
        let node = try phone.runner.contents(ofFile: path)
        try phone.runner.replace(path, with: Array("{}\n".utf8))
        for _ in 1...2 {
            let compacted = try phone.run("remote", ["compact"])
            #expect(compacted.status == 128, "\(compacted)")
            #expect(compacted.codedError.contains("redo fsck --from origin"), "\(compacted)")
        }
        let reader = try device("reader")
        #expect(try reader.expect(["fetch"]).text == "received 3 nodes\n")
        try phone.runner.replace(path, with: node)
        try phone.expect(["remote", "compact"])
        #expect(try reader.run("fetch").status == 0)
        #expect(try reader.expect(["remote", "verify"]).text.contains("checked 1 slot"))
    }

    /// A statement by someone who counts otherwise than the packs: readers say so each time, until it is right.
    @Test(
        .enabled(if: PythonWithNaCl.path != nil, "no python3 has the module nacl"),
        arguments: [
            #""nodes":2"#: #""nodes":3"#, #""count":1"#: #""count":2"#,
            #""root":""#: #""root":"0000000000000000"#,
        ])
    func readersCompareAStatementWithItsPacks(_ part: String, _ replacement: String) throws {
        let phone = try device("phone")
        try phone.add("One")
        try phone.expect(["push"])
        let early = try device("early")
        try early.expect(["fetch"])
        let slot = try #require(try fixture.place.shell("ls stick/slots").lines.first)
        try phone.forgeStatement(in: fixture.place, part, replacement)
        let reader = try device("reader")
        for device in [reader, reader, early] {
            let fetched = try device.run("fetch")
            #expect(fetched.status == 1, "\(fetched)")
            let line = fetched.codedError.split(separator: "\n").first ?? ""
            #expect(
                line.hasPrefix("error: STORAGE_004: the statement is wrong: its packs have ")
                    && line.contains(slot), "\(fetched)")
        }
        #expect(try reader.ids().count == 2)
        let runner = try fixture.runner("clone")
        let cloned = try runner.run("redo", ["clone", "folder:\(stick)", "copy"])
        #expect(cloned.status == 1 && cloned.codedError.contains("STORAGE_004"), "\(cloned)")
        #expect(cloned.text.contains("made a store of 2 nodes"), "\(cloned)")
        // The next push of its store puts it right.
        _ = try fixture.place.shell("rm -r stick/slots/*")
        try phone.add("Two", "--draft")
        _ = try phone.run("push")
        #expect(try statements.last().allSatisfy(\.isRight))
        #expect(try runner.run("redo", ["--redo-dir", "copy/.redo", "fetch"]).status == 0)
    }
}

extension TaskStore {
    /// Adds six nodes in a chain and one beside it, and removes the third of the chain.
    ///
    /// - Returns: also the ids of the chain, and a copy of the removed node.
    func addBrokenChain() throws -> (ids: [String], node: [UInt8], path: String) {
        let task = try add("Chain", "--draft")
        for number in 1...5 { try expect(["edit", task, "--title", "Chain \(number)"]) }
        try add("Beside", "--draft")
        let ids = try nodes().filter { $0["taskId"]?.text == task }.compactMap { $0["id"]?.text }
        try #require(ids.count == 6)
        let digits = ids[2].dropFirst("sha256:".count)
        let path = ".redo/objects/\(digits.prefix(2))/\(digits.dropFirst(2))"
        let node = try runner.contents(ofFile: path)
        try FileManager.default.removeItem(atPath: runner.path(path))
        return (ids, node, path)
    }

    /// Signs a statement with the store's key that differs from its last one in a folder, and puts it in its place.
    func forgeStatement(
        in place: CommandRunner, _ part: String, _ replacement: String
    ) throws {
        let key = try #require(
            try runner.shell("ls $PWD/home/.config/redo/keys/*.key").lines.first)
        let script = """
            import hashlib, pathlib, sys
            from nacl.signing import SigningKey
            seed = [l.split()[1] for l in open(sys.argv[1]) if l.startswith("seed ")][0]
            old = next(pathlib.Path("stick/slots").glob("*/*"))
            text = old.read_text().split("\\n")[0]
            assert sys.argv[2] in text
            at = text.index(sys.argv[2])
            text = text[:at] + sys.argv[3] + text[at + len(sys.argv[3]):]
            signature = SigningKey(bytes.fromhex(seed)).sign(
                b"redo-statement-1\\n" + text.encode()).signature.hex()
            data = (text + "\\n" + signature + "\\n").encode()
            name = "0" * 15 + "1-" + hashlib.sha256(data).hexdigest()
            old.unlink()
            (old.parent / name).write_bytes(data)
            """
        let forged = try place.run(
            try #require(PythonWithNaCl.path), ["-c", script, key, part, replacement])
        try #require(forged.status == 0, "\(forged)")
    }
}
