import RedoCrypto
import RedoJSON
import RedoKeys
import RedoModel
import RedoStore
import RedoSystem

/// The prompts and messages of a keyring for its user.
package struct KeyPrompts: Sendable {
    /// Whether a user is present to unlock something.
    let isAttended: Bool
    /// Reads a passphrase.
    ///
    /// - Throws: KEYCHAIN_002 if there is nowhere to read it from.
    let passphrase: @Sendable (_ prompt: String, _ isNew: Bool) throws(RedoError) -> SecretMemory
    /// Reports a line.
    let report: @Sendable (_ line: String) -> Void

    package init(
        isAttended: Bool,
        passphrase:
            @escaping @Sendable (_ prompt: String, _ isNew: Bool) throws(RedoError) -> SecretMemory,
        report: @escaping @Sendable (_ line: String) -> Void
    ) {
        self.isAttended = isAttended
        self.passphrase = passphrase
        self.report = report
    }

    func note(_ text: String) { report("note: \(text)\n") }
    func warn(_ code: ErrorCode, _ text: String) {
        report(Diagnostic(.warning, code, text.printable).line + "\n")
    }
}

/// The keys of the user on this device: which one signs in a store, and the means to open boxes and sign with them.
package struct Keyring: Sendable {
    package let home: UserHome
    package let helpers: KeyHelpers
    /// The directory of the user's keys, which may be missing.
    package let directory: KeyDirectory
    package let prompts: KeyPrompts

    /// - Throws: STORAGE_001 if the user has no home, wrong usage if the variables with the command line's
    ///   configuration are invalid.
    package init(of home: UserHome, _ prompts: KeyPrompts) throws(RedoError) {
        let helpers = try KeyHelpers(of: home)
        self.home = home
        self.helpers = helpers
        self.prompts = prompts
        directory = KeyDirectory(path: helpers.directory) { (name, key) throws(RedoError) in
            _ = try helpers.helper(named: name).find(key)
        }
    }

    /// The identity that writes to a store: the key that `user.key` names, or the only one; with `user.name` and
    /// `user.email`, on the device that `REDO_DEVICE` or `redo.device` names.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, or several without a choice, or if it cannot be loaded.
    package func identity(for store: Store) throws(RedoError) -> Identity {
        let signer = try withChosenUser(in: store.configuration) { (user) throws(RedoError) in
            try self.signer(of: user)
        }
        return Identity(author: try author(with: signer.publicKey, for: store), signer: signer)
    }

    /// Whether the user has any key, even if it does not sign.
    package func hasKey(of store: Store) throws(RedoError) -> Bool {
        try choice(in: store.configuration) != .none
    }

    /// The author that would write to a store. A sealed key stays sealed.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, or several without a choice, or if it cannot be loaded.
    package func author(for store: Store) throws(RedoError) -> Author {
        try author(with: try ownKey(in: store.configuration), for: store)
    }

    /// The key that signs, according to a configuration. A new device shows it before it has a store.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, or several without a choice, or if it cannot be loaded.
    package func ownKey(in configuration: LayeredConfiguration) throws(RedoError) -> PublicKey {
        try withChosenUser(in: configuration) { (user) throws(RedoError) in
            try directory.load(user).publicKey
        }
    }

    /// Runs a body with the key that signs; its errors report which setting names the key.
    private func withChosenUser<Result>(
        in configuration: LayeredConfiguration, _ body: (String) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        let choice = try choice(in: configuration)
        let user = try choice.user(in: directory.path)
        do throws(RedoError) {
            return try body(user)
        } catch {
            throw choice.error(error)
        }
    }

    /// The users whose keys are in the user's directory of keys.
    ///
    /// - Throws: KEYCHAIN_002 if it cannot be listed.
    package func ownUsers() throws(RedoError) -> Set<UserID> {
        let users = try directory.users()
        return Set(users.compactMap { UserID(text: Array($0.utf8).span) })
    }

    private func author(with key: PublicKey, for store: Store) throws(RedoError) -> Author {
        func text(_ key: ConfigurationKey) throws(RedoError) -> JSONString? {
            guard let text = store.configuration.value(key), !text.isEmpty else { return nil }
            return try UserHome.written(text, key.name)
        }
        let agent = try home.agent().map { agent throws(RedoError) in
            try UserHome.written(
                agent.title(owner: store.configuration.value(.userName)), AgentName.variable)
        }
        return Author(
            userID: UserID(key), deviceID: try home.deviceID(for: store), publicKey: key,
            name: agent == nil ? try text(.userName) : agent,
            email: agent == nil ? try text(.userEmail) : nil,
            deviceName: try text(.deviceName))
    }

    /// The choice of the signing key, according to a configuration. An agent signs with its only key.
    ///
    /// - Throws: KEYCHAIN_002 if the keys cannot be listed, or an agent has none.
    package func choice(in configuration: LayeredConfiguration) throws(RedoError) -> KeyChoice {
        guard let agent = try home.agent() else {
            return try KeyChoice(directory, named: configuration.value(.userKey))
        }
        let choice = try KeyChoice(directory, named: nil)
        // No other key signs in its place, and none is made: a new key has no permission.
        guard choice != .none else {
            throw RedoError(
                .keyNotLoaded,
                "there is no key of the agent '\(agent.text)' in \(directory.path)",
                hints: ["'redo agent list' shows the agents of this user"])
        }
        return choice
    }
}
