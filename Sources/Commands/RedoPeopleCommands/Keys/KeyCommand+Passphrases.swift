import RedoCommandLine
import RedoCrypto
import RedoRepository
import RedoSystem

extension KeyCommand {
    /// Seals a key under a passphrase.
    static func lock(
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(RedoError) {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        let location = try usable(user, selection) { () throws(RedoError) in
            try selection.keys.check(user)
        }
        try refuseHelper(location, user)
        guard location != .sealed else {
            throw RedoError(
                .keyNotSaved, "the key \(user) is sealed already, and keeps its passphrase",
                status: .no, hints: ["'redo key passwd \(user)' changes the passphrase"])
        }
        try seal(user, selection, context)
    }

    /// Gives a key another passphrase. One that has none gets one.
    static func changePassphrase(
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(RedoError) {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        let location = try usable(user, selection) { () throws(RedoError) in
            try selection.keys.load(user).location
        }
        try refuseHelper(location, user)
        try seal(user, selection, context)
    }

    private static func seal(
        _ user: String, _ selection: KeySelection, _ context: borrowing CommandContext
    ) throws(RedoError) {
        try usable(user, selection) { () throws(RedoError) in
            let key = try opened(user, selection, context)
            var text = try KeyFile.text(key, sealedUnder: try context.newPassphrase())
            try selection.keys.save(&text, for: user, replacing: true)
        }
    }

    /// Keeps a key unsealed.
    static func unlock(
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(RedoError) {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        try usable(user, selection) { () throws(RedoError) in
            let location = try selection.keys.check(user)
            try refuseHelper(location, user)
            guard location == .sealed else {
                return context.note("the key \(user) is unsealed already")
            }
            let key = try opened(user, selection, context)
            var text = KeyFile.text(key)
            try selection.keys.save(&text, for: user, replacing: true)
        }
    }

    private static func opened(
        _ user: String, _ selection: KeySelection, _ context: borrowing CommandContext
    ) throws(RedoError) -> SigningKey {
        try selection.keys.signingKey(of: user) { () throws(RedoError) in
            try context.passphrases.read(prompt: "Passphrase of the key \(user): ")
        }
    }

    /// Rethrows what is wrong with a key that was named, or that signs.
    static func usable<Result: ~Copyable>(
        _ user: String, _ selection: KeySelection, _ body: () throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        do throws(RedoError) {
            return try body()
        } catch {
            throw selection.signer == user ? selection.choice.error(error) : error
        }
    }
}

extension CommandContext {
    /// Asks for a passphrase, on a terminal twice.
    ///
    /// - Throws: KEYCHAIN_001 if the two differ or the passphrase is empty.
    func newPassphrase() throws(RedoError) -> SecretMemory {
        let passphrase = try passphrases.read(prompt: "New passphrase: ", isNew: true)
        guard passphrase.count > 0 else { throw .key(.emptyPassphrase) }
        if passphrases.areAskedOnTerminal {
            let again = try passphrases.read(prompt: "The same again: ", isNew: true)
            guard passphrase.isEqual(to: again) else { throw .key(.passphrasesDiffer) }
        }
        return passphrase
    }
}
