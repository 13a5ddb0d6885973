import RedoSystem

/// Distinguishes a directory from a copy of it, on this machine or another one.
enum FolderIdentity {
    /// The inode of the directory, and the machine's id if it has one (machine-id(5)).
    ///
    /// - Throws: ``SystemError`` if the directory does not exist.
    static func of(_ path: String) throws(SystemError) -> String {
        guard let status = try Files.status(of: path) else {
            throw .notADirectory(path)
        }
        let machine = (try? Files.read("/etc/machine-id", limit: 64)) ?? []
        let digits = machine.prefix { $0 != UInt8(ascii: "\n") }
        return "\(status.signature.inode) \(String(decoding: digits, as: UTF8.self).printable)"
    }
}
