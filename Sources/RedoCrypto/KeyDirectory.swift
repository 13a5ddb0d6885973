import RedoSystem

/// The folder that holds a person's key files: `<userId>.key`, each 0600, in a 0700 directory.
package struct KeyDirectory: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    private static let suffix = ".key"

    package func path(of user: String) -> String { Path.join(path, user + Self.suffix) }

    /// The userIds of the keys that are here, sorted.
    ///
    /// - Throws: KEYCHAIN_002 where the folder cannot be read.
    package func users() throws(KeyError) -> [String] {
        do throws(SystemError) {
            return try Files.names(in: path).compactMap { name in
                guard name.hasSuffix(Self.suffix) else { return nil }
                let user = String(name.dropLast(Self.suffix.count))
                return isUser(user) ? user : nil
            }.sorted()
        } catch {
            if error.isNotFound { return [] }
            throw .cannotLoad("the keys in \(path) cannot be listed", cause: error)
        }
    }

    /// Reads a key file.
    ///
    /// - Throws: KEYCHAIN_002 where there is none, it cannot be read, or others may read it;
    ///   KEYCHAIN_003 where it is no key file or another user's.
    package func load(_ user: String) throws(KeyError) -> KeyFile {
        let path = path(of: user)
        guard isUser(user) else { throw .invalid("'\(user)' is no userId") }
        let status: FileStatus?
        var text: [UInt8] = []
        do throws(SystemError) {
            status = try Files.status(of: path)
            if let status, status.permissions & 0o077 == 0 {
                text = try Files.read(path, limit: KeyFile.greatestByteCount)
            }
        } catch {
            throw .cannotLoad("the key \(path) cannot be read", cause: error)
        }
        guard let status else { throw .cannotLoad("there is no key \(path)", cause: nil) }
        guard status.permissions & 0o077 == 0 else {
            let mode = String(status.permissions, radix: 8)
            throw .cannotLoad(
                "others may read the key \(path): its mode is \(mode), not 600", cause: nil)
        }
        let file = try KeyFile(reading: &text)
        guard file.publicKey.hexadecimal.hasPrefix(user) else {
            throw .invalid("the key in \(path) is not that of \(user)")
        }
        return file
    }

    /// Writes a key file, in one step.
    ///
    /// - Parameter text: wiped before this returns.
    /// - Throws: KEYCHAIN_001 where the user has a key file and `replacing` is false, or the file
    ///   cannot be written.
    package func save(
        _ text: inout [UInt8], for user: String, replacing: Bool
    ) throws(KeyError) {
        defer { wipe(&text) }
        let path = path(of: user)
        let isTaken: Bool
        do throws(SystemError) {
            try Files.makeDirectories(self.path, mode: 0o700)
            let existing = try Files.status(of: path)
            isTaken = !replacing && existing != nil
            if !isTaken {
                try Files.replaceTarget(of: path, with: text.span, mode: .always(0o600))
            }
        } catch {
            throw .cannotSave("the key \(path) cannot be written", cause: error)
        }
        if isTaken { throw .cannotSave("the key \(path) is there already", cause: nil) }
    }

    /// 32 lower-case hexadecimal digits.
    private func isUser(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { lowercaseHexValue($0) != nil }
    }
}
