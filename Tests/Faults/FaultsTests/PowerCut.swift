import Foundation
import PowerCuts
import RedoSystem
import TestSupport
import Testing

@testable import RedoStore

/// What a power cut left of a session, in a folder, and what is wrong with it.
struct PowerCut {
    let session: RecordedSession
    /// How many operations were done.
    let operation: Int
    /// The folder that it is written to, which is removed first.
    let directory: String

    private var storePath: String { "\(directory)/\(RecordedSession.store)" }

    /// Writes files.
    func write(_ files: [String: [UInt8]]) throws {
        try Files.removeTree(directory)
        try Files.makeDirectories(directory)
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
            if path.hasSuffix("/") {
                try Files.makeDirectories("\(directory)/\(path)")
            } else {
                let file = try FileDescriptor(
                    opening: "\(directory)/\(path)", for: .create(mode: 0o600))
                try file.write(bytes.span)
            }
        }
    }

    /// What was acknowledged and is lost, and what is wrong.
    func faults() throws -> [String] {
        let (promise, later) = session.promise(before: operation)
        var faults: [String] = []
        for (path, bytes) in promise.files {
            let found = try? Files.read("\(directory)/\(path)")
            if found == nil || !later.contains(where: { $0.files[path] == found }) {
                faults.append(
                    "\(path) is not what it was, but \(found?.count ?? -1) bytes: \(bytes.count)")
            }
        }
        guard Files.isDirectory("\(storePath)/objects") else {
            if !promise.nodes.isEmpty { faults.append("there is no store") }
            return faults
        }
        let store: Store
        do {
            store = try Store(
                opening: StoreLocation(path: storePath, origin: .named),
                userConfiguration: Configuration(),
                trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        } catch {
            return faults + ["the store cannot be opened: \(error)"]
        }
        let check: StoreCheck
        let stored: Set<String>
        do {
            check = try store.check()
            stored = Set(try store.ids().map { "\($0)" })
        } catch {
            return faults + ["the store cannot be read: \(error)"]
        }
        let lost = promise.nodes.subtracting(stored)
        if !lost.isEmpty { faults.append("\(lost.count) nodes are lost") }
        faults += check.findings.map { "\($0.path): \($0.code): \($0.detail)" }
        return faults
    }

    /// What a repair does not leave whole of what was there before the session, in which nothing was synced.
    func losses(_ world: FaultWorld) throws -> [String] {
        let store = InProcess(
            directory: "\(directory)/here", home: "\(directory)/home", notes: "\(world.room)/notes")
        let repair = try store.run("fsck", "--repair")
        let log = try store.run("log", "--format=%H")
        var losses: [String] = []
        if ![0, 1].contains(repair.status) { losses.append("fsck --repair: \(repair)") }
        if ![0, 3].contains(log.status) { losses.append("log: \(log)") }
        let lost = session.promises[0].nodes.subtracting(log.lines)
        if !lost.isEmpty { losses.append("\(lost.count) nodes of before are lost") }
        return losses
    }

    /// What does not work with the store as it is: a command that writes, and one that tidies up.
    func failures(_ world: FaultWorld, after survival: ModelDisk.Survival) throws -> [String] {
        let store = InProcess(
            directory: "\(directory)/here", home: "\(directory)/home", notes: "\(world.room)/notes")
        var failures: [String] = []
        func expect(_ words: [String], _ outcome: CommandOutcome) {
            if outcome.status != 0 { failures.append("\(words): \(outcome)") }
        }
        expect(["list"], try store.run("list", "--all", "--json"))
        if try !store.areCachesRight() { failures.append("a cache says what the log does not") }
        let hasJournal = survival != .nothing && survival != .some
        for (remote, nodes) in session.promise(before: operation).promise.pushed {
            // A git repository is as durable as libgit2 makes it.
            if remote == "remote.git", !hasJournal { continue }
            let url = remote == "stick" ? "folder:\(directory)/stick" : "\(directory)/\(remote)"
            let copy = "\(directory)/copy-of-\(remote)"
            expect(["clone", url], try world.runner.run("redo", ["clone", url, copy]))
            let log = try world.runner.run("redo", ["-C", copy, "log", "--format=%H"])
            let lost = nodes.subtracting(log.lines)
            if !lost.isEmpty { failures.append("\(remote) has lost \(lost.count) nodes: \(log)") }
        }
        expect(["edit"], try store.run("edit", "Buy cake", "-p", "1"))
        expect(["add"], try store.run("add", "After the cut"))
        expect(["gc"], try store.run("gc", "-q"))
        expect(["fsck"], try store.run("fsck"))
        return failures
    }
}
