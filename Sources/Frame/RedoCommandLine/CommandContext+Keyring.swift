import RedoCrypto
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// The user's keys.
    ///
    /// - Throws: STORAGE_001 if the user has no home.
    package func keyring() throws(RedoError) -> Keyring { try surroundings.keyring() }

    /// The user's keys, and which of them signs here, as commands change that.
    package func keySelection() throws(RedoError) -> KeySelection {
        try KeySelection(keyring(), in: try? openStore())
    }

    /// The source of passphrases.
    package var passphrases: Passphrases { Passphrases(surroundings.variables) }

    /// The key that signs here. A new device shows it before it has a store.
    ///
    /// - Throws: KEYCHAIN_002 if there is no key, several and no choice, or it cannot be loaded.
    package func ownKey() throws(RedoError) -> PublicKey {
        try keyring().ownKey(in: hasStore() ? openStore().configuration : home.layers())
    }
}

extension Surroundings {
    /// The keys of the user; see ``CommandContext/keyring()``.
    package func keyring() throws(RedoError) -> Keyring {
        let passphrases = Passphrases(variables)
        return try Keyring(
            of: UserHome(variables),
            KeyPrompts(
                isAttended: hasTerminalInput && hasTerminalErrors,
                passphrase: { (prompt, isNew) throws(RedoError) in
                    try passphrases.read(prompt: prompt, isNew: isNew)
                },
                report: { complain($0) }))
    }
}

/// The source of passphrases: the descriptor that `REDO_PASSPHRASE_FD` names, else the terminal.
package struct Passphrases: Sendable {
    private let descriptor: String?

    /// True if they are asked for on the terminal, where one can mistype.
    package var areAskedOnTerminal: Bool { descriptor == nil }

    package init(_ variables: EnvironmentVariables) {
        descriptor = variables.value(of: "REDO_PASSPHRASE_FD")
    }

    /// Reads a passphrase: from the descriptor up to its first line feed.
    ///
    /// - Parameter isNew: whether it is to seal a key, not to open one.
    /// - Throws: KEYCHAIN_002 if there is neither a descriptor nor a terminal.
    package func read(prompt: String, isNew: Bool = false) throws(RedoError) -> SecretMemory {
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
