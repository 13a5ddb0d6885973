import RedoCrypto
import RedoKeys
import RedoModel
import RedoStore
import RedoSystem

extension Keyring {
    /// Makes a key if the user has none: what a device signs for a remote needs one.
    package func makeKeyIfMissing(for store: Store) throws(RedoError) {
        if try !hasKey(of: store) { try makeFirstKey(for: store) }
    }

    /// Makes a key for a user without one: in the Secret Service if a person is there and it is unlocked, so that nothing is asked;
    /// else in a file, which is not sealed, because a passphrase would have to be asked for.
    ///
    /// - Parameter store: the one in which it signs; nil without one.
    package func makeFirstKey(for store: Store?) throws(RedoError) {
        // Of several first commands one makes the key.
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

    /// Makes a key in the Secret Service.
    ///
    /// - Returns: nil if no one is there, or the service is not there, locked, or does not take the key.
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

    /// Makes a key in a file.
    ///
    /// - Parameter text: what the file has.
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

    /// Makes a key that a helper keeps.
    ///
    /// - Returns: its userId.
    package func makeKey(keptBy place: String) throws(RedoError) -> String {
        let placing = KeyPlacing(self)
        try placing.check(place)
        let key = SigningKey.random()
        try placing.place(key, with: place, replacing: false)
        return UserID(key.publicKey).description
    }
}
