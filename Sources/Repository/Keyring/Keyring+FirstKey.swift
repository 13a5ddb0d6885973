import RedoCrypto
import RedoKeys
import RedoModel
import RedoStore
import RedoSystem

extension Keyring {
    /// Creates a key if the user has none: a device needs one to sign for a remote.
    package func makeKeyIfMissing(for store: Store) throws(RedoError) {
        if try !hasKey(of: store) { try makeFirstKey(for: store) }
    }

    /// Creates a key for a user without one: in the Secret Service if a user is present and the service is unlocked,
    /// so that no prompt appears; else in a file, which is unencrypted, since encryption would need a passphrase.
    ///
    /// - Parameter store: the store in which the key signs; nil without one.
    package func makeFirstKey(for store: Store?) throws(RedoError) {
        // If several first commands run at once, one creates the key.
        let lock = try lockedDirectory()
        defer { _ = lock }
        let selection = try KeySelection(self, in: store)
        guard selection.choice == .none else { return }
        if let user = firstKeyOfDesktop() {
            try selection.adopt(user)
            return prompts.report(
                "made your key: \(user), in the Secret Service of your desktop\n"
                    + "hint: your login keyring protects it; 'redo key move file' brings it into a file\n"
            )
        }
        let user = try makeKey { (key) throws(RedoError) in KeyFile.text(key) }
        try selection.adopt(user)
        prompts.report(
            "made your key: \(directory.path(of: user).printable)\n"
                + "hint: the mode of the file protects it; 'redo key lock' seals it under a passphrase\n"
        )
    }

    /// Creates a key in the Secret Service.
    ///
    /// - Returns: nil if no user is present, or the service is missing, locked, or refuses the key.
    private func firstKeyOfDesktop() -> String? {
        guard prompts.isAttended, helpers.secretService.isUnlocked() else { return nil }
        return try? makeKey(keptBy: SecretService.name)
    }

    private func lockedDirectory() throws(RedoError) -> FileLock {
        do throws(SystemError) {
            try Files.makeDirectories(directory.path, mode: 0o700)
            return try FileLock.wait(directory: directory.path)
        } catch {
            throw .key(.cannotWrite(path: directory.path, error))
        }
    }

    /// Creates a key in a file.
    ///
    /// - Parameter text: returns the contents of the file.
    /// - Returns: its userId.
    package func makeKey(
        text: (borrowing SigningKey) throws(RedoError) -> [UInt8]
    ) throws(RedoError) -> String {
        let key = SigningKey.random()
        let user = UserID(key.publicKey).description
        var text = try text(key)
        try directory.save(&text, for: user, replacing: false)
        return user
    }

    /// Creates a key that a helper keeps.
    ///
    /// - Returns: its userId.
    package func makeKey(keptBy location: String) throws(RedoError) -> String {
        let placing = KeyPlacing(self)
        try placing.check(location)
        let key = SigningKey.random()
        try placing.place(key, with: location, replacing: false)
        return UserID(key.publicKey).description
    }
}
