import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// A person's keys, which of them signs here, and where that is written: what commands go by that change
/// one of these.
package struct KeySelection {
    package let keyring: Keyring
    package var keys: KeyDirectory { keyring.directory }
    package let choice: KeyChoice
    /// The configuration that names the key that signs, or would name it: the store's own if it does, else
    /// the user's.
    private let file: ConfigurationFile
    /// Whether that is the store's own.
    private let isOfStore: Bool

    /// - Parameter store: the one in which a key is chosen; nil without one: keys are there without a store as well.
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

    /// The user whose key would sign, whether or not it can; nil if none is chosen.
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

    /// The user that an operand names by a unique prefix; without one the user whose key signs.
    ///
    /// - Throws: KEYCHAIN_002 if no key or several have it.
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

    /// Lets a key sign, where that is decided.
    package func choose(_ user: String) throws(RedoError) {
        try change { (configuration, name) in configuration.set(name, to: user) }
        if isOfStore {
            keyring.prompts.note("the key is named in the store's own configuration: set there")
        }
    }

    /// Lets a key sign that was made or came in, unless there is one that does; says what holds.
    ///
    /// What was chosen before is found in ``choice``, which is of the time before.
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
            // The only one signed without being named, and there are two now.
            if case .only = choice { try choose(old) }
            keyring.prompts.note(
                "\(old) still signs; 'redo key use \(new)' switches to the new one")
        }
    }

    /// Imports a key file that may be here already, and lets its key sign if no other is chosen.
    ///
    /// - Returns: the user whose key it is, and the path of the new file; nil if the key was here and works.
    /// - Throws: for a text that is not a key file, and for a key that is here and cannot be used.
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

    /// The user whose key a file has.
    ///
    /// - Throws: for a text that is not a key file, and for one that only names a key helper of another device.
    package static func user(ofKeyFile text: [UInt8]) throws(RedoError) -> String {
        var copy = text
        let file = try KeyFile(reading: &copy)
        if let name = file.place.helperName {
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

    /// Names no key any more where one is named that is to go.
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
