import Foundation
import TestSupport
import Testing

/// A remote that is to be encrypted, in a folder or a git repository, and devices that become members.
struct EncryptedFixture {
    let git: GitFixture
    let url: String
    let environment: [String: String]
    /// The folder of the remote.
    let remote: String

    /// - Parameter transport: nil for a folder.
    init(_ transport: Transport?) throws {
        git = try GitFixture()
        if let transport {
            (url, environment) = try git.reach(transport)
            remote = git.url
        } else {
            remote = git.place.path("stick")
            try FileManager.default.createDirectory(
                atPath: remote, withIntermediateDirectories: true)
            (url, environment) = ("folder:\(remote)", [:])
        }
    }

    /// A device with a key and without the remote.
    func device(_ name: String) throws -> TaskStore {
        try git.storeWithoutRemote(name, environment)
    }

    /// A device that makes the remote an encrypted one.
    ///
    /// - Returns: the words of the recovery key as well.
    func founder(_ name: String) throws -> (device: TaskStore, words: String) {
        let device = try device(name)
        let text = try device.expect(["remote", "add", "--encrypt", "origin", url]).text
        let words = try #require(text.recoveryWords(of: "remote origin"), "\(text)")
        return (device, words)
    }

    func card(_ device: TaskStore) throws -> String {
        let shown = try device.run("member", ["card"])
        try #require(shown.status == 0, "\(shown)")
        return try #require(shown.lines.first)
    }

    /// Lets a device in.
    ///
    /// - Returns: the invitation.
    func invite(_ device: TaskStore, by member: TaskStore) throws -> String {
        let added = try member.run("member", ["add", "--yes", try card(device)])
        try #require(added.status == 0 && added.lines.count == 2, "\(added)")
        return added.lines[1]
    }

    /// A device that a member lets in.
    func member(_ name: String, by member: TaskStore) throws -> TaskStore {
        let device = try device(name)
        let invitation = try invite(device, by: member)
        try device.expect(["remote", "add", "--trust", invitation, "origin", url])
        try device.expect(["fetch"])
        return device
    }

    func state(_ device: TaskStore) throws -> String {
        try device.expect(["replay", "--hash"]).text
    }

    /// The first digits of a device's key.
    func key(_ device: TaskStore) throws -> String {
        try card(device).split(separator: ":")[2].prefix(16).description
    }

    /// All bytes that the remote keeps, those of git's objects not compressed.
    func bytes() throws -> [UInt8] {
        let line =
            FileManager.default.fileExists(atPath: remote + "/objects")
            ? "cd \(remote) && git cat-file --batch-all-objects --batch; git for-each-ref; "
                + "git log --all --format=raw"
            : "cd \(remote) && find . -type f -exec cat {} + ; find ."
        let outcome = try git.place.shell(line)
        try #require(outcome.status == 0 && !outcome.output.isEmpty)
        return outcome.output
    }

    /// All that the remote has, to be put back later.
    func snapshot(_ name: String) throws {
        _ = try git.place.shell("rm -rf \(name) && cp -a \(remote) \(name)")
    }

    func restore(_ name: String) throws {
        _ = try git.place.shell("rm -rf \(remote) && cp -a \(name) \(remote)")
    }

    /// The file of a device's key.
    func keyFile(_ device: TaskStore) throws -> String {
        let found = try device.runner.shell("ls home/.config/redo/keys/*.key").lines
        return device.runner.path(try #require(found.first))
    }
}
