import Foundation
import TestSupport
import Testing

/// Remotes of rclone on this machine, in a folder of the test, and devices that exchange nodes through them.
struct RcloneFixture {
    /// What rclone reaches the folder by.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case local, webdav, apache, sftp

        var testDescription: String { rawValue }
    }

    let git: GitFixture
    private let server: ServerProcess?
    /// The folder in which the files are.
    let files: String
    let variables: [String: String]
    /// The address as rclone knows it.
    let address: String

    init(_ way: Way = .local) throws {
        git = try GitFixture()
        files = git.place.path("files")
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        var server: ServerProcess?
        let section: String
        switch way {
        case .local:
            section = "[there]\ntype = local\n"
            address = "there:\(files)"
        case .webdav, .apache:
            let program = way == .webdav ? "rclone" : "apache"
            let started = try ServerProcess(script: "webdav.py", [program, files])
            section =
                "[there]\ntype = webdav\nvendor = other\nurl = http://127.0.0.1:\(started.port)\n"
            address = "there:"
            server = started
        case .sftp:
            let port = try git.servers.secureShell()
            section = """
                [there]
                type = sftp
                host = 127.0.0.1
                port = \(port)
                user = \(NSUserName())
                key_file = \(git.servers.path("user"))
                disable_hashcheck = true

                """
            address = "there:\(files)"
        }
        self.server = server
        let others =
            "[hidden]\ntype = crypt\nremote = there:\npassword = x\n[alias]\ntype = alias\nremote = hidden:\n"
        let configuration = try git.place.write((section + others).utf8, to: "rclone.conf")
        variables = ["RCLONE_CONFIG": configuration]
    }

    /// A device with the store as its remote.
    func device(_ name: String) throws -> TaskStore {
        let device = try git.storeWithoutRemote(name, variables)
        let added = try device.run("remote", ["add", "origin", "rclone:\(address)"])
        try #require(added.status == 0, "\(added)")
        return device
    }
}
