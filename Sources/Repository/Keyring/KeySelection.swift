import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// The user's keys, which of them signs here, and where that is configured. Commands that change one of these use it.
package struct KeySelection {
    package let keyring: Keyring
    package var keys: KeyDirectory { keyring.directory }
    package let choice: KeyChoice
    /// The configuration that names the signing key, or would name it: the store's own if it does, else the user's.
    private let file: ConfigurationFile
    /// Whether that is the store's own.
    private let isOfStore: Bool

    /// - Parameter store: the store for which a key is chosen; nil without one, since keys can be managed without a
    ///   store.
    package init(_ keyring: Keyring, in store: Store?) throws(RedoError) {
        self.keyring = keyring
        let userFile = try keyring.home.configurationFile()
        let own = store?.configurationFile
        let named = try own.flatMap { (own) throws(RedoError) in
            try own.read().value("user.key")
        }
        if let own, let named, !named.isEmpty {
            (file, isOfStore) = (own, true)
        } else {
            (file, isOfStore) = (userFile, false)
        }
        let userConfiguration = try userFile.read()
        choice = try keyring.choice(
            in: store?.configuration ?? LayeredConfiguration([userConfiguration]))
    }

    /// The user whose key would sign, even if the key is unusable; nil if none is chosen.
    package var signer: String? {
        switch choice {
        case .named(let user), .only(let user): user
        case .several, .none: nil
        }
    }

    /// The users whose keys are here, sorted.
    package func users() throws(RedoError) -> [String] {
        try keys.users()
    }

    /// The user that an operand names by a unique prefix; without an operand the user whose key signs.
    ///
    /// - Throws: KEYCHAIN_002 if no key has the prefix, or several have it.
    package func user(_ operand: String?) throws(RedoError) -> String {
        guard let operand else { return try choice.user(in: keys.path) }
        let users = try users()
        let candidates = users.filter { $0.hasPrefix(operand) }
        if candidates.count == 1 { return candidates[0] }
        guard candidates.isEmpty else {
            throw RedoError(
                .keyNotLoaded, "there are several keys that start with '\(operand)'",
                hints: ["name one of: \(candidates.joined(separator: ", "))"])
        }
        let instead = KeyFault.missing(path: "", others: users).hints(for: .anyKey)
        throw RedoError(
            .keyNotLoaded, "there is no key with a userId that starts with '\(operand)'",
            hints: instead)
    }

    // MARK: Choosing

    /// Chooses a key as the signing key, in the configuration that decides it.
    package func choose(_ user: String) throws(RedoError) {
        try change { (configuration, name) in configuration.set(name, to: user) }
        if isOfStore {
            keyring.prompts.note("the key is named in the store's own configuration: set there")
        }
    }

    /// Chooses a new or imported key as the signing key, unless there is one, and reports which key signs.
    ///
    /// The earlier choice is in ``choice``, which is not updated.
    package func adopt(_ new: String) throws(RedoError) {
        switch choice {
        case .none, .several:
            try choose(new)
        case .named(new), .only(new): return
        case .named(let old), .only(let old):
            do throws(RedoError) {
                try keys.check(old)
            } catch {
                if error.keyFault?.isBeyondUse == true {
                    try choose(new)
                    return keyring.prompts.note(
                        "\(new) signs from now on: \(error.message)".printable)
                }
            }
            // The old key signed without being named, as the only one. Now there are two.
            if case .only = choice { try choose(old) }
            keyring.prompts.note(
                "\(old) still signs; 'redo key use \(new)' switches to the new one")
        }
    }

    /// Imports a key file, whose key may be here already, and makes it the signing key if no other is chosen.
    ///
    /// - Returns: the user whose key it is, and the path of the new file; nil if the key was here already and is
    ///   usable.
    /// - Throws: for a text that is not a key file, and for a key that is here but unusable.
    package func add(
        keyFile text: inout [UInt8]
    ) throws(RedoError) -> (user: String, path: String?) {
        let user = try Self.user(ofKeyFile: text)
        if try users().contains(user) {
            try keys.check(user)
            return (user, nil)
        }
        _ = try keys.replaceKeepingOld(&text, for: user)
        try adopt(user)
        return (user, keys.path(of: user))
    }

    /// The user whose key is in a file.
    ///
    /// - Throws: for a text that is not a key file, and for one that only names a key helper of another device.
    package static func user(ofKeyFile text: [UInt8]) throws(RedoError) -> String {
        var copy = text
        let file = try KeyFile(reading: &copy)
        if let name = file.location.helperName {
            throw .key(
                .notAKey(
                    reason: "it only says that the key helper \(name) of another device has it"))
        }
        if !file.isSealed {
            // A sealed key is checked when it is opened.
            _ = try file.signingKey { () throws(RedoError) in SecretMemory(count: 0) }
        }
        return UserID(file.publicKey).description
    }

    /// Removes a key from the configuration, before the key is removed.
    package func forget(_ user: String) throws(RedoError) {
        guard choice == .named(user) else { return }
        try change { (configuration, name) in _ = configuration.remove(name) }
    }

    private func change(
        _ body: (inout Configuration, Configuration.Name) -> Void
    ) throws(RedoError) {
        guard let name = Configuration.Name("user.key") else { return }
        try file.change { body(&$0, name) }
    }
}
