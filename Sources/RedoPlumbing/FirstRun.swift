import RedoCommand
import RedoCrypto
import RedoLog
import RedoStore
import RedoSystem

extension CommandContext {
    /// The store to add tasks to. Where a person has none yet, their own is made, with a key if there is
    /// none either, and standard error says where: the first task takes one command.
    ///
    /// A store that is named and not there is a mistake, and stays an error.
    package func storeForNewTasks() throws(CommandError) -> Store {
        let location = try storeLocation()
        guard location.origin == .home else { return try openStore(at: location) }
        if !Files.isDirectory(Store.objectsPath(location.path)) {
            _ = try reporting { () throws(StoreError) in
                try Store.create(
                    at: location.path, configuration: Command.newStoreConfiguration())
            }
            complain("made your store: \(location.path.printable)\n")
        }
        let store = try openStore(at: location)
        if store.configuration.value("user.key") != nil { return store }
        try makeFirstKey()
        return try openStore(at: location)
    }

    /// Makes a key where there is none. It is not sealed: a passphrase would have to be asked for.
    private func makeFirstKey() throws(CommandError) {
        let keys = try keyDirectory()
        // Of several first commands one makes the key.
        let lock = try lockedFolder(of: keys)
        defer { _ = lock }
        guard try !isKeyChosen() else { return }
        let user = try reportingKeys { () throws(KeyError) -> String? in
            guard try keys.users().isEmpty else { return nil }
            return try Command.makeKey(in: keys) { (key) throws(KeyError) in KeyFile.text(key) }
        }
        guard let user else { return }
        try Command.configure(self, user: user)
        complain(
            "made your key: \(keys.path(of: user).printable)\n"
                + "hint: 'redo key lock' seals it under a passphrase\n")
    }

    private func lockedFolder(of keys: KeyDirectory) throws(CommandError) -> FileLock {
        do throws(SystemError) {
            try Files.makeDirectories(keys.path, mode: 0o700)
            return try FileLock.wait(directory: keys.path)
        } catch {
            throw CommandError(.cannotSave("no key can be made in \(keys.path)", cause: error))
        }
    }

    private func isKeyChosen() throws(CommandError) -> Bool {
        let file = try userConfigurationFile()
        return try reporting { () throws(StoreError) in try file.read() }.value("user.key") != nil
    }
}
