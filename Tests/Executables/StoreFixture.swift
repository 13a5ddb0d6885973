import Foundation
import TestSupport
import Testing

/// A store of files that a helper reaches, and devices that exchange nodes through it.
struct StoreFixture {
    let git: GitFixture
    /// The folder in which the files are.
    let files: String
    /// Where the helper is found.
    let path: [String: String]

    init() throws {
        git = try GitFixture()
        files = git.place.path("files")
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        let script = Fixtures.package.appending(path: "Tests/Support/Servers/store_helper.py").path
        try FileManager.default.createDirectory(
            atPath: git.place.path("bin"), withIntermediateDirectories: true)
        try git.place.writeProgram(
            "#!/bin/sh\nexec python3 -B '\(script)'\n", to: "bin/redo-store-test")
        path = ["PATH": "\(git.place.path("bin")):/usr/bin:/bin"]
    }

    /// A device with the store as its remote.
    ///
    /// - Parameter mode: how the helper misbehaves, with a colon.
    func device(_ name: String, mode: String = "") throws -> TaskStore {
        try git.device(name, url: "store:test:\(mode)\(files)", path)
    }

    /// The names of the files in a folder of the store.
    func names(_ directory: String) throws -> Set<String> {
        Set(try git.place.shell("ls files/\(directory) 2>/dev/null").lines)
    }

    /// What a command asks the store.
    func requests(_ device: TaskStore, _ words: [String]) throws -> [String] {
        let log = git.place.path("requests")
        _ = try git.place.shell("rm -f requests")
        let outcome = try device.run(
            words[0], Array(words.dropFirst()), extra: ["REDO_TEST_LOG": log])
        try #require(outcome.status == 0, "\(outcome)")
        return try git.place.shell("cat requests").lines
    }
}
