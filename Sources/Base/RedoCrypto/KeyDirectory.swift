import RedoSystem

/// A directory of key files: `<userId>.key` with mode 0600, in a directory with mode 0700.
package struct KeyDirectory: Sendable {
    /// The path of the directory.
    package let path: String
    /// The user id that must own the key files.
    private let owner: UInt32
    /// Checks whether a key helper can use a key.
    private let probe: Probe

    /// Throws KEYCHAIN_002 if the key helper of a name cannot use a key.
    package typealias Probe = @Sendable (String, PublicKey) throws(RedoError) -> Void

    /// Creates a reference to a directory, which may be missing.
    ///
    /// - Parameters:
    ///   - owner: the user id that must own the key files.
    ///   - probe: checks whether a key helper can use a key; by default none can.
    package init(
        path: String, owner: UInt32 = Environment.effectiveUser,
        probe: @escaping Probe = { (name, _) throws(RedoError) in
            throw .helper(name, .unknown, "there is no such helper")
        }
    ) {
        self.path = path
        self.owner = owner
        self.probe = probe
    }

    private static let suffix = ".key"

    /// Returns the path of a user's key file.
    package func path(of user: String) -> String { Path.join(path, user + Self.suffix) }

    /// Returns the sorted user ids of the key files, whether they are valid or not.
    ///
    /// - Throws: KEYCHAIN_002 if the directory exists but cannot be read.
    package func users() throws(RedoError) -> [String] {
        do throws(SystemError) {
            return try Files.names(in: path).compactMap { name in
                guard name.hasSuffix(Self.suffix) else { return nil }
                let user = String(name.dropLast(Self.suffix.count))
                return isUser(user) ? user : nil
            }.sorted()
        } catch {
            if error.isNotFound { return [] }
            throw .key(.cannotList(directory: path, error))
        }
    }

    /// Reads a key file.
    ///
    /// - Throws: KEYCHAIN_002 if the file is missing or unreadable, other users may read or replace it, or it
    ///   has another owner; KEYCHAIN_003 if it is not a key file or belongs to another user id. The error
    ///   names the keys that can be used instead.
    package func load(_ user: String) throws(RedoError) -> KeyFile {
        do throws(RedoError) {
            return try read(user)
        } catch {
            throw naming(error, besides: user)
        }
    }

    /// Reads the key pair of a user.
    ///
    /// - Parameter passphrase: is called only if the file is sealed.
    /// - Throws: the errors of ``load(_:)``; also KEYCHAIN_002 if the passphrase is wrong, and KEYCHAIN_003 if
    ///   the seed does not match the public key.
    package func signingKey(
        of user: String, passphrase: () throws(RedoError) -> SecretMemory
    ) throws(RedoError) -> SigningKey {
        try using(user) { (file) throws(RedoError) in
            try file.signingKey(passphrase: passphrase)
        }
    }

    /// Reads a key file and calls a closure with it. Errors about keys name those that can be used instead.
    ///
    /// - Throws: the errors of ``load(_:)`` and of the closure.
    package func using<Result: ~Copyable>(
        _ user: String, _ body: (borrowing KeyFile) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        let file = try load(user)
        do throws(RedoError) {
            return try body(file)
        } catch {
            throw naming(located(error, user), besides: user)
        }
    }

    /// Checks a key file without a passphrase, and also the seed of an unsealed one. If a helper keeps the key, the
    /// helper is checked.
    ///
    /// - Returns: the location of the private part.
    /// - Throws: the errors of ``signingKey(of:passphrase:)``.
    @discardableResult
    package func check(_ user: String) throws(RedoError) -> KeyFile.Location {
        do throws(RedoError) {
            return try checkedLocation(user)
        } catch {
            throw naming(error, besides: user)
        }
    }

    /// Checks a key file like ``check(_:)``, but its errors name no other keys.
    private func checkedLocation(_ user: String) throws(RedoError) -> KeyFile.Location {
        let file = try read(user)
        do throws(RedoError) {
            switch file.location {
            case .sealed: break
            case .unsealed:
                _ = try file.signingKey { () throws(RedoError) in SecretMemory(count: 0) }
            case .helper(let name): try probe(name, file.publicKey)
            }
        } catch {
            throw located(error, user)
        }
        return file.location
    }

    /// Returns the sorted user ids of the valid keys except one.
    package func usableUsers(besides user: String) -> [String] {
        ((try? users()) ?? []).filter { $0 != user && (try? checkedLocation($0)) != nil }
    }

    /// Adds the path of a user's key file to an error about its text.
    private func located(_ error: RedoError, _ user: String) -> RedoError {
        guard case .notAKey(let reason) = error.keyFault else { return error }
        return .key(.damaged(path: path(of: user), reason: reason, others: []))
    }

    /// Adds the users whose keys can be used instead.
    package func naming(_ error: RedoError, besides user: String) -> RedoError {
        guard let fault = error.keyFault else { return error }
        return .key(fault.naming(others: usableUsers(besides: user)))
    }

    /// Reads and checks a key file; its errors name no other keys.
    private func read(_ user: String) throws(RedoError) -> KeyFile {
        let path = path(of: user)
        guard isUser(user) else { throw .key(.notAUser(user, others: [])) }
        let directory: FileStatus?
        let status: FileStatus?
        var text: [UInt8] = []
        do throws(SystemError) {
            directory = try Files.status(of: self.path)
            status = try Files.status(of: path)
            if let status, status.permissions & 0o077 == 0, status.owner == owner {
                text = try Files.read(path, limit: KeyFile.maximumByteCount)
            }
        } catch {
            throw .key(.cannotRead(path: path, error, others: []))
        }
        guard let status else { throw .key(.missing(path: path, others: [])) }
        guard status.permissions & 0o077 == 0 else {
            throw .key(.exposed(path: path, mode: UInt32(status.permissions)))
        }
        guard status.owner == owner else { throw .key(.notYours(path: path, owner: status.owner)) }
        if let directory, directory.permissions & 0o022 != 0 {
            throw .key(.openDirectory(self.path, mode: directory.permissions))
        }
        let file: KeyFile
        do throws(RedoError) {
            file = try KeyFile(reading: &text)
        } catch {
            throw located(error, user)
        }
        guard file.publicKey.hexadecimal.hasPrefix(user) else {
            let owner = String(file.publicKey.hexadecimal.prefix(Self.userDigitCount))
            throw .key(.foreign(path: path, owner: owner, others: []))
        }
        return file
    }

    /// Writes a key file atomically.
    ///
    /// - Parameters:
    ///   - text: the contents, which are wiped before the function returns.
    ///   - replacing: whether to replace an existing file.
    /// - Throws: KEYCHAIN_001 if the file exists and `replacing` is false, or if it cannot be written.
    package func save(
        _ text: inout [UInt8], for user: String, replacing: Bool
    ) throws(RedoError) {
        defer { wipe(&text) }
        let path = path(of: user)
        let isTaken: Bool
        do throws(SystemError) {
            try Files.makeDirectories(self.path, mode: 0o700)
            let existing = try Files.status(of: path)
            isTaken = !replacing && existing != nil
            // Writing to a FIFO would block and send the key to another process.
            if existing?.kind == .other { throw .notARegularFile(path) }
            if !isTaken {
                try Files.replaceTarget(of: path, with: text.span, mode: .always(0o600))
            }
        } catch {
            throw .key(.cannotWrite(path: path, error))
        }
        if isTaken { throw .key(.taken(path: path)) }
    }

    /// Writes a key file and keeps an existing one under another name.
    ///
    /// - Parameter text: the contents, which are wiped before the function returns.
    /// - Returns: the path of the old file; nil if there was none.
    /// - Throws: KEYCHAIN_001 if the file cannot be written.
    package func replaceKeepingOld(
        _ text: inout [UInt8], for user: String
    ) throws(RedoError) -> String? {
        defer { wipe(&text) }
        let old: String?
        do throws(SystemError) {
            old = try Files.statusOfLink(path(of: user)) == nil ? nil : try linkBackup(user)
        } catch {
            throw .key(.cannotWrite(path: path(of: user), error))
        }
        try save(&text, for: user, replacing: true)
        return old
    }

    /// Creates a hard link to a key file, under the first free name that is not listed as a key.
    ///
    /// - Returns: the path of the link.
    private func linkBackup(_ user: String) throws(SystemError) -> String {
        let path = path(of: user)
        var ordinal = 1
        while true {
            let name = "\(path).old\(ordinal == 1 ? "" : "-\(ordinal)")"
            do throws(SystemError) {
                try Files.link(path, to: name)
                return name
            } catch {
                guard error.isAlreadyThere else { throw error }
                ordinal += 1
            }
        }
    }

    /// Removes a key file.
    ///
    /// - Throws: KEYCHAIN_001 if the file cannot be removed.
    package func remove(_ user: String) throws(RedoError) {
        do throws(SystemError) {
            try Files.remove(path(of: user))
            try Files.synchronizeDirectory(path)
        } catch {
            throw .key(.cannotWrite(path: path(of: user), error))
        }
    }

    private static let userDigitCount = 32

    /// Whether a text is a user id: 32 lower-case hexadecimal digits.
    private func isUser(_ text: String) -> Bool {
        text.utf8.count == Self.userDigitCount
            && text.utf8.allSatisfy { lowercaseHexValue($0) != nil }
    }
}
