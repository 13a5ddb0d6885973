import Foundation

/// The user and the log of the manual's examples, of which every id is known.
public enum ManualLog {
    public static let user = "8fbbe5d01550d2d4d43baa6895ac4ca6"
    public static let directory = Fixtures.directory.appending(path: "manual")
    /// The nodes, for `redo import`.
    public static var path: String { directory.appending(path: "log.jsonl").path }

    /// Makes the user the one of a home folder, with the key.
    public static func addUser(toHome home: String) throws {
        let files = FileManager.default
        let configuration = "\(home)/.config/redo"
        try files.createDirectory(
            atPath: "\(configuration)/keys", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let key = "\(configuration)/keys/\(user).key"
        try files.copyItem(atPath: directory.appending(path: "\(user).key").path, toPath: key)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        try Data("[user]\n\tkey = \(user)\n\tname = Ana\n".utf8).write(
            to: URL(filePath: "\(configuration)/config"))
    }
}
