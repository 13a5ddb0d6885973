import RedoCrypto
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// The folder of the user's keys, which may be missing.
    package func keyDirectory() throws(RedoError) -> KeyDirectory {
        let helpers = try keyHelpers()
        return KeyDirectory(path: helpers.folder) { (name, key) throws(RedoError) in
            _ = try helpers.helper(named: name).find(key)
        }
    }

    /// The identity that writes to a store: the key that `user.key` names, or the only one there is;
    /// with `user.name` and `user.email`, on the device that `REDO_DEVICE` or `redo.device` names.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, several and no choice, or it cannot be loaded.
    package func identity(for store: Store) throws(RedoError) -> Identity {
        let keys = try keyDirectory()
        let choice = try keyChoice(keys, store.configuration)
        let user = try choice.user(in: keys.path)
        let signer: Signer
        do throws(RedoError) {
            signer = try self.signer(of: user)
        } catch {
            throw choice.error(error)
        }
        return Identity(author: try author(with: signer.publicKey, for: store), signer: signer)
    }

    /// Whether the user has a key, whichever signs.
    package func hasKey(of store: Store) throws(RedoError) -> Bool {
        try keyChoice(keyDirectory(), store.configuration) != .none
    }

    /// Who would write to a store. A sealed key stays sealed.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, several and no choice, or it cannot be loaded.
    package func author(for store: Store) throws(RedoError) -> Author {
        let keys = try keyDirectory()
        let choice = try keyChoice(keys, store.configuration)
        let user = try choice.user(in: keys.path)
        do throws(RedoError) {
            return try author(with: try keys.load(user).publicKey, for: store)
        } catch {
            throw choice.error(error)
        }
    }

    /// The key that signs here. A new device shows it before it has a store.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, several and no choice, or it cannot be loaded.
    package func ownKey() throws(RedoError) -> PublicKey {
        let configuration =
            try hasStore()
            ? openStore().configuration
            : LayeredConfiguration([userConfiguration(), commandLineConfiguration()])
        let keys = try keyDirectory()
        let choice = try keyChoice(keys, configuration)
        let user = try choice.user(in: keys.path)
        do throws(RedoError) {
            return try keys.load(user).publicKey
        } catch {
            throw choice.error(error)
        }
    }

    /// The users whose keys lie in the user's folder.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be listed.
    package func ownUsers() throws(RedoError) -> Set<UserID> {
        let keys = try keyDirectory()
        let users = try keys.users()
        return Set(users.compactMap { UserID(text: Array($0.utf8).span) })
    }

    private func author(with key: PublicKey, for store: Store) throws(RedoError) -> Author {
        func text(_ key: ConfigurationKey) throws(RedoError) -> JSONString? {
            guard let text = store.configuration.value(key), !text.isEmpty else { return nil }
            return JSONString(try Arguments.written(text, key.name))
        }
        return Author(
            userID: UserID(key), deviceID: try deviceID(for: store), publicKey: key,
            name: try text(.userName), email: try text(.userEmail),
            deviceName: try text(.deviceName))
    }

    /// What this device is called in a store: by `REDO_DEVICE` or `redo.device`.
    ///
    /// - Throws: wrong usage if that is not UTF-8: nodes carry it.
    package func deviceID(for store: Store) throws(RedoError) -> JSONString {
        if let device = surroundings.variables.value(of: "REDO_DEVICE") {
            return JSONString(try Arguments.written(device, "REDO_DEVICE"))
        }
        let configured = store.configuration.value(.device).flatMap { $0.isEmpty ? nil : $0 }
        let device = configured ?? ConfigurationKey.device.fallback ?? ""
        return JSONString(try Arguments.written(device, ConfigurationKey.device.name))
    }

    /// Which key signs, as a configuration has it.
    package func keyChoice(
        _ keys: KeyDirectory, _ configuration: LayeredConfiguration
    ) throws(RedoError) -> KeyChoice {
        try KeyChoice(keys, named: configuration.value(.userKey))
    }

    /// Whether passphrases are asked for on the terminal, where one can mistype.
    package var asksOnTerminal: Bool {
        surroundings.variables.value(of: "REDO_PASSPHRASE_FD") == nil
    }

    /// A passphrase from the descriptor that `REDO_PASSPHRASE_FD` names, up to its first line feed,
    /// else from the terminal.
    ///
    /// - Parameter isNew: whether it is to seal a key, not to open one.
    /// - Throws: KEYCHAIN_002 if there is neither.
    package func readPassphrase(
        prompt: String, isNew: Bool = false
    ) throws(RedoError) -> SecretMemory {
        let descriptor = surroundings.variables.value(of: "REDO_PASSPHRASE_FD")
        do throws(SystemError) {
            guard let descriptor else {
                var bytes = try Terminal.readSecret(prompt: prompt)
                return SecretMemory(taking: &bytes)
            }
            return try passphrase(from: descriptor)
        } catch {
            throw .key(.noPassphrase(isNew: isNew, descriptor: descriptor, error))
        }
    }

    /// The bytes up to the next line feed, which are read one by one: what follows stays to be read.
    private func passphrase(from text: String) throws(SystemError) -> SecretMemory {
        guard let descriptor = Int32(text), descriptor >= 0 else {
            throw SystemError(code: 9, call: "read", path: "REDO_PASSPHRASE_FD")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4096)
        while bytes.count < 2048, bytes.last != UInt8(ascii: "\n"),
            try readBytes(
                from: descriptor, atMost: 1, into: &bytes, path: "REDO_PASSPHRASE_FD") > 0
        {}
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return SecretMemory(taking: &bytes)
    }
}
