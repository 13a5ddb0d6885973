import Foundation
import TestSupport
import Testing

/// Pushes to remotes whose disk is full, of the kinds that keep files: the error has its code, no reader sees anything half
/// written, and the next push completes it.
@Suite(.serialized, .withMounts) struct FullRemoteTests {
    /// How much is left lets the push fail at its pack or at what comes after it.
    static let rests = [0, 10_000]

    /// Pushes 400 nodes while the remote is full, and again.
    ///
    /// - Parameter free: frees the space.
    private func expectCompletion(
        of phone: TaskStore, readBy laptop: TaskStore, _ free: () throws -> Void
    ) throws {
        let failed = try phone.run("push")
        #expect(failed.status == 128 && failed.text.isEmpty, "\(failed)")
        #expect(failed.codedError.contains("error: STORAGE_003: "), "\(failed)")
        // Nothing is there for readers, and nothing counts as pushed.
        let early = try laptop.run("fetch")
        #expect(early.text == "nothing new\n", "\(early)")
        #expect(try phone.run("remote", ["show"]).text.contains("not pushed: 400 nodes"))
        try free()
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == phone.stateHash())
        let verified = try laptop.run("remote", ["verify"])
        #expect(verified.status == 0, "\(verified)")
    }

    private func fill(
        _ files: String, of fixture: GitFixture, leaving rest: Int
    ) throws -> (free: () throws -> Void, unmount: () -> Void) {
        let place = fixture.place
        let filled = try place.shell(
            """
            mkdir -p '\(files)' && mount -t tmpfs -o size=300k,mode=777 redo-test '\(files)' &&
            free=$(($(stat -f -c '%a * %S' '\(files)'))) &&
            head -c $((free - \(rest))) /dev/zero >'\(files)/ballast'
            """)
        try #require(filled.status == 0, "\(filled)")
        return (
            { _ = try place.shell("rm '\(files)/ballast'") },
            { _ = try? place.shell("umount -l '\(files)'") }
        )
    }

    @Test(arguments: rests) func aFolder(_ rest: Int) throws {
        let fixture = try GitFixture()
        let files = fixture.place.path("files")
        let (free, unmount) = try fill(files, of: fixture, leaving: rest)
        defer { unmount() }
        let phone = try fixture.device("phone", url: "folder:\(files)")
        try fixture.write(1...400, on: phone)
        try expectCompletion(
            of: phone, readBy: fixture.device("laptop", url: "folder:\(files)"), free)
    }

    @Test(arguments: RcloneFixture.Way.allCases, rests)
    func whatRcloneReaches(_ way: RcloneFixture.Way, _ rest: Int) throws {
        let fixture = try RcloneFixture(way)
        let phone = try fixture.device("phone")
        let laptop = try fixture.device("laptop")
        let (free, unmount) = try fill(fixture.files, of: fixture.git, leaving: rest)
        defer { unmount() }
        try fixture.git.write(1...400, on: phone)
        try expectCompletion(of: phone, readBy: laptop, free)
    }

    @Test(.disabled(if: S3Server.isSkipped, "REDO_SKIP_S3 is set")) func aBucket() throws {
        let fixture = try GitFixture()
        let server = try S3Server.shared.get()
        let bucket = "full-\(UUID().uuidString.lowercased().prefix(8))"
        try server.ask("PUT", bucket)
        try server.ask("PUT", "\(bucket)/ballast")
        let url = "store:s3:http://127.0.0.1:\(server.port)/\(bucket)/log"
        let credentials = [
            "AWS_ACCESS_KEY_ID": "AKIAEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret/example",
        ]
        let phone = try fixture.device("phone", url: url, credentials)
        try fixture.write(1...400, on: phone)
        try expectCompletion(
            of: phone, readBy: fixture.device("laptop", url: url, credentials)
        ) { try server.ask("DELETE", "\(bucket)/ballast") }
    }
}
