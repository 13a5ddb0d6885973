import RedoSystem

/// The folder that holds a person's key files: `<userId>.key`, each 0600, in a 0700 directory.
package struct KeyDirectory: Sendable {
    package let path: String
    /// Who has to own the key files: the user of this process.
    private let owner: UInt32

    package init(path: String, owner: UInt32 = Environment.effectiveUser) {
        self.path = path
        self.owner = owner
    }

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
            throw .cannotList(folder: path, error)
        }
    }

    /// Reads a key file.
    ///
    /// - Throws: KEYCHAIN_002 where there is none, it cannot be read, others may read or replace it, or
    ///   somebody else owns it;
    ///   KEYCHAIN_003 where it is no key file or another user's. The error names the keys that can be
    ///   used instead.
    package func load(_ user: String) throws(KeyError) -> KeyFile {
        do throws(KeyError) {
            return try read(user)
        } catch {
            throw error.naming(others: usableUsers(besides: user))
        }
    }

    /// The key pair of a user.
    ///
    /// - Parameter passphrase: asked for only where the file is sealed.
    /// - Throws: as ``load(_:)``; also where the passphrase does not open the file, or the seed is not the
    ///   public key's.
    package func signingKey(
        of user: String, passphrase: () throws(KeyError) -> SecretMemory
    ) throws(KeyError) -> SigningKey {
        let file = try load(user)
        do throws(KeyError) {
            return try file.signingKey(passphrase: passphrase)
        } catch {
            throw located(error, user).naming(others: usableUsers(besides: user))
        }
    }

    /// Looks at a key file without a passphrase. Of an unsealed one also the seed is checked.
    ///
    /// - Returns: whether it is sealed.
    /// - Throws: as ``signingKey(of:passphrase:)``.
    package func check(_ user: String) throws(KeyError) -> Bool {
        do throws(KeyError) {
            return try checked(user)
        } catch {
            throw error.naming(others: usableUsers(besides: user))
        }
    }

    private func checked(_ user: String) throws(KeyError) -> Bool {
        let file = try read(user)
        if file.isSealed { return true }
        do throws(KeyError) {
            _ = try file.signingKey { () throws(KeyError) in SecretMemory(count: 0) }
            return false
        } catch {
            throw located(error, user)
        }
    }

    /// The users whose keys can be used, but for one, sorted.
    package func usableUsers(besides user: String) -> [String] {
        ((try? users()) ?? []).filter { $0 != user && (try? checked($0)) != nil }
    }

    /// Says of what is wrong with a text in which file it is.
    private func located(_ error: KeyError, _ user: String) -> KeyError {
        guard case .notAKey(let reason) = error else { return error }
        return .damaged(path: path(of: user), reason: reason, others: [])
    }

    private func read(_ user: String) throws(KeyError) -> KeyFile {
        let path = path(of: user)
        guard isUser(user) else { throw .notAUser(user, others: []) }
        let folder: FileStatus?
        let status: FileStatus?
        var text: [UInt8] = []
        do throws(SystemError) {
            folder = try Files.status(of: self.path)
            status = try Files.status(of: path)
            if let status, status.permissions & 0o077 == 0, status.owner == owner {
                text = try Files.read(path, limit: KeyFile.greatestByteCount)
            }
        } catch {
            throw .cannotRead(path: path, error, others: [])
        }
        guard let status else { throw .missing(path: path, others: []) }
        guard status.permissions & 0o077 == 0 else {
            throw .exposed(path: path, mode: UInt32(status.permissions))
        }
        guard status.owner == owner else { throw .notYours(path: path, owner: status.owner) }
        if let folder, folder.permissions & 0o022 != 0 {
            throw .openFolder(self.path, mode: folder.permissions)
        }
        let file: KeyFile
        do throws(KeyError) {
            file = try KeyFile(reading: &text)
        } catch {
            throw located(error, user)
        }
        guard file.publicKey.hexadecimal.hasPrefix(user) else {
            let owner = String(file.publicKey.hexadecimal.prefix(Self.userDigitCount))
            throw .foreign(path: path, owner: owner, others: [])
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
            // Writing to a FIFO waits for its reader, and a key is no text to send away.
            if existing?.kind == .other { throw .notARegularFile(path) }
            if !isTaken {
                try Files.replaceTarget(of: path, with: text.span, mode: .always(0o600))
            }
        } catch {
            throw .cannotWrite(path: path, error)
        }
        if isTaken { throw .taken(path: path) }
    }

    /// Writes a key file, and keeps the one that was there under a name of its own.
    ///
    /// - Parameter text: wiped before this returns.
    /// - Returns: where the old one is; nil if there was none.
    /// - Throws: KEYCHAIN_001 where it cannot be written.
    package func replaceKeepingOld(
        _ text: inout [UInt8], for user: String
    ) throws(KeyError) -> String? {
        defer { wipe(&text) }
        let old: String?
        do throws(SystemError) {
            old = try Files.statusOfLink(path(of: user)) == nil ? nil : try linkAside(user)
        } catch {
            throw .cannotWrite(path: path(of: user), error)
        }
        try save(&text, for: user, replacing: true)
        return old
    }

    /// Gives a key file a second name, which ends so that it is not listed.
    private func linkAside(_ user: String) throws(SystemError) -> String {
        let path = path(of: user)
        var number = 1
        while true {
            let name = "\(path).old\(number == 1 ? "" : "-\(number)")"
            do throws(SystemError) {
                try Files.link(path, to: name)
                return name
            } catch {
                guard error.isAlreadyThere else { throw error }
                number += 1
            }
        }
    }

    /// Removes a key file.
    ///
    /// - Throws: KEYCHAIN_001 where it cannot be removed.
    package func remove(_ user: String) throws(KeyError) {
        do throws(SystemError) {
            try Files.remove(path(of: user))
            try Files.synchronizeDirectory(path)
        } catch {
            throw .cannotWrite(path: path(of: user), error)
        }
    }

    private static let userDigitCount = 32

    /// 32 lower-case hexadecimal digits.
    private func isUser(_ text: String) -> Bool {
        text.utf8.count == Self.userDigitCount
            && text.utf8.allSatisfy { lowercaseHexValue($0) != nil }
    }
}
