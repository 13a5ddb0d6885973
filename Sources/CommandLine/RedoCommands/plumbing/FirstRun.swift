import RedoCommandLine
import RedoCrypto
import RedoKeys
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// The store to add tasks to. Where a person has none yet, their own is made, with a key if there is
    /// none either, and standard error says where: the first task takes one command.
    ///
    /// A store that is named and not there is a mistake, and stays an error.
    package func repositoryForNewTasks() throws(RedoError) -> Repository {
        let location = try storeLocation()
        guard location.origin == .home else { return repository(try openStore(at: location)) }
        if !Files.isDirectory(Store.objectsPath(location.path)) {
            _ = try Store.create(
                at: location.path, configuration: Command.newStoreConfiguration(),
                isPrivate: true)
            complain("made your store: \(location.path.printable)\n")
            for hint in otherStoreHints { complain("hint: \(hint.printable)\n") }
        }
        let store = try openStore(at: location)
        if store.configuration.value(.userKey) != nil { return repository(store) }
        try makeFirstKey()
        return repository(try openStore(at: location))
    }

    /// Makes a key if the user has none: what a device signs for a remote needs one.
    package func makeKeyIfMissing(for store: Store) throws(RedoError) {
        if try !hasKey(of: store) { try makeFirstKey() }
    }

    /// Makes a key where there is none: in the Secret Service if a person is at the terminal and it is unlocked, so that
    /// nothing is asked; else in a file, which is not sealed, because a passphrase would have to be asked for.
    private func makeFirstKey() throws(RedoError) {
        let keys = try keyDirectory()
        // Of several first commands one makes the key.
        let lock = try lockedFolder(of: keys)
        defer { _ = lock }
        let ring = try KeyRing(self)
        guard ring.choice == .none else { return }
        if let user = try firstKeyOfDesktop() {
            try ring.adopt(user, self)
            return complain(
                "made your key: \(user), in the Secret Service of your desktop\n"
                    + "hint: your login keyring protects it; 'redo key move file' brings it into a file\n"
            )
        }
        let user = try Command.makeKey(in: keys) { (key) throws(RedoError) in KeyFile.text(key) }
        try ring.adopt(user, self)
        complain(
            "made your key: \(keys.path(of: user).printable)\n"
                + "hint: the mode of the file protects it; 'redo key lock' seals it under a passphrase\n"
        )
    }

    /// Makes a key in the Secret Service.
    ///
    /// - Returns: nil if no one is at a terminal, or the service is not there, locked, or does not take the key.
    private func firstKeyOfDesktop() throws(RedoError) -> String? {
        guard surroundings.hasTerminalInput, surroundings.hasTerminalErrors,
            try keyHelpers().secretService.isUnlocked()
        else { return nil }
        return try? Command.makeKey(with: SecretService.name, self)
    }

    private func lockedFolder(of keys: KeyDirectory) throws(RedoError) -> FileLock {
        do throws(SystemError) {
            try Files.makeDirectories(keys.path, mode: 0o700)
            return try FileLock.wait(directory: keys.path)
        } catch {
            throw .key(.cannotWrite(path: keys.path, error))
        }
    }

    /// Other ways to a store than the one that was just made.
    private var otherStoreHints: [String] {
        storesBelow()
            + [
                "to bring your tasks from another device: 'redo remote add origin URL', then "
                    + "'redo sync'"
            ]
    }
}
