import Foundation
import TestSupport
import Testing

/// Stores that earlier builds wrote, one for each build whose formats differ, with the folder of a remote: they open,
/// nothing is lost, and work goes on in them.
@Suite struct EarlierStoreTests {
    private static let directory = Fixtures.directory.appending(path: "stores")

    private struct Kept: CustomTestStringConvertible, Sendable {
        /// The name of the archive, the day of the build.
        let name: String
        let nodeCount: Int
        /// The state hashes of the families tasks and organisation.
        let hashes: [String]
        var testDescription: String { name }
    }

    private static let all = [
        Kept(
            name: "2026-11-27", nodeCount: 20,
            hashes: [
                "sha256:0a5f8700a2b24c40c89de2c6d6ef3719bfe23216b54f612ae7865dd961530a34",
                "sha256:97a54d9be4057a6a2ec01914bad6e6c16aae99adb086e7b353fbea9a4041330e",
            ])
    ]

    @Test func eachArchiveIsTried() throws {
        #expect(
            try Fixtures.names(in: Self.directory).sorted()
                == Self.all.map { "\($0.name).tar.gz" })
    }

    @Test(arguments: all) private func itOpensAndWorkGoesOn(_ kept: Kept) throws {
        let runner = try CommandRunner()
        try ManualLog.addUser(toHome: runner.path("home"))
        let archive = Self.directory.appending(path: "\(kept.name).tar.gz").path
        let extracted = try runner.shell("tar -xzf '\(archive)' --no-same-owner")
        try #require(extracted.status == 0, "\(extracted)")
        /// What a command prints that ends with 0 and complains of nothing.
        func redo(_ words: String) throws -> String {
            let outcome = try runner.shell("cd store && redo \(words)")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(words): \(outcome)")
            return outcome.text
        }
        _ = try redo("config remote.stick.url \"folder:$PWD/../stick\"")
        #expect(try redo("fsck").isEmpty)
        #expect(try redo("log --count") == "\(kept.nodeCount)\n")
        for (family, hash) in zip(["tasks", "organisation"], kept.hashes) {
            #expect(try redo("replay --hash --full --family \(family)") == "\(hash)\n")
            #expect(try redo("replay --hash --family \(family)") == "\(hash)\n")
        }
        #expect(try redo("verify --all --require-signature").isEmpty)
        #expect(try redo("list --columns title").contains("Loose one"))
        #expect(try redo("trash list").contains("Water the roses"))
        #expect(try redo("restore roses").contains("Water the roses"))
        // It was extracted, so it is a copy of a store, which has a slot of its own.
        let sent = try runner.shell("cd store && redo push stick && redo fetch stick")
        #expect(
            sent.status == 0 && sent.text.hasPrefix("pushed 22 nodes in 2 packs to stick\n")
                && sent.error
                    == "note: the store was copied or restored, so it continues in a new slot\n",
            "\(sent)")
        #expect(try redo("add 'From a later build'").hasPrefix("added "))
        _ = try redo("gc -q --all")
        #expect(try redo("fsck").isEmpty)
        // What the remote has makes the same store.
        let clone = try runner.shell(
            "redo clone \"folder:$PWD/stick\" clone && redo -C clone log --count")
        #expect(clone.text.hasSuffix("\n\(kept.nodeCount + 2)\n"), "\(clone)")
    }
}
