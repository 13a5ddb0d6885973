import Foundation
import RedoJSON
import TestSupport
import Testing

/// A replica in Google's emulator of Firestore, and devices that exchange nodes through it.
struct FirestoreFixture: SyncFixture {
    let project: FirestoreProject

    init() throws { project = try FirestoreProject() }

    /// A device without a store.
    func runner(_ name: String) throws -> CommandRunner {
        var runner = try CommandRunner()
        prepare(&runner, name)
        return runner
    }

    private func prepare(_ runner: inout CommandRunner, _ name: String) {
        runner.environment["REDO_DEVICE"] = name
        runner.environment["FIRESTORE_EMULATOR_HOST"] = project.host
    }

    func device(_ name: String) throws -> TaskStore {
        try device(name, uid: "alice", layout: "nodes")
    }

    /// A device with an empty store, a key and the remote. Its requests are repeated without long waits.
    func device(
        _ name: String, uid: String = "alice", layout: String = "nodes"
    ) throws -> TaskStore {
        var runner = try CommandRunner.withStore()
        prepare(&runner, name)
        try runner.write(
            "[core]\n\tfsync = none\n[firestore]\n\tretryDelay = 1\n".utf8, to: ".redo/config")
        let device = TaskStore(runner)
        try device.expect(["remote", "add", "origin", project.url(uid, layout: layout)])
        return device
    }

    func nodeIDs() throws -> Set<String> { Set(try project.documentNames()) }

    /// Nothing was sent that the service would refuse.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try project.violations() == [], sourceLocation: sourceLocation)
    }
}
