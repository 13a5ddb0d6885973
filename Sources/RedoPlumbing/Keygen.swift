import RedoCommand
import RedoCrypto
import RedoLog
import RedoStore

extension Command {
    private static let noPassphrase = OptionSpecification.flag(
        "no-passphrase", "keep the key unsealed, in a file that only you can read")
    private static let name = OptionSpecification.value(
        "name", takes: "name", "set user.name, which new nodes carry")
    private static let email = OptionSpecification.value(
        "email", takes: "address", "set user.email, which new nodes carry")

    /// `redo keygen`: makes an identity and prints its userId.
    package static let keygen = Command(
        CommandSpecification(
            "keygen", "Make an Ed25519 key, the identity that signs nodes, and print its userId",
            options: [noPassphrase, name, email])
    ) { (context) throws(CommandError) in
        let keys = try context.keyDirectory()
        let user = try reportingKeys { () throws(KeyError) in
            try makeKey(in: keys) { (key) throws(KeyError) in
                context.arguments.has(noPassphrase)
                    ? KeyFile.text(key)
                    : try KeyFile.text(key, sealedUnder: try newPassphrase(context))
            }
        }
        try configure(
            context, user: user, name: context.arguments.value(name),
            email: context.arguments.value(email))
        try context.print("\(user)\n")
        return .done
    }

    /// Makes a key and its file.
    ///
    /// - Returns: its userId.
    static func makeKey(
        in keys: KeyDirectory, text: (borrowing SigningKey) throws(KeyError) -> [UInt8]
    ) throws(KeyError) -> String {
        let key = SigningKey.random()
        let user = UserID(key.publicKey).description
        var text = try text(key)
        try keys.save(&text, for: user, replacing: false)
        return user
    }

    /// Asks for a passphrase, on a terminal twice.
    ///
    /// - Throws: KEYCHAIN_001 where the two differ or the passphrase is empty.
    package static func newPassphrase(
        _ context: borrowing CommandContext
    ) throws(KeyError) -> SecretMemory {
        let passphrase = try context.readPassphrase(prompt: "New passphrase: ")
        guard passphrase.count > 0 else {
            throw .cannotSave(
                "an empty passphrase seals nothing; --no-passphrase keeps the key unsealed",
                cause: nil)
        }
        if context.asksOnTerminal {
            let again = try context.readPassphrase(prompt: "The same again: ")
            guard passphrase.isEqual(to: again) else {
                throw .cannotSave("the two passphrases differ", cause: nil)
            }
        }
        return passphrase
    }

    /// Makes the key the chosen one unless there is one, and sets the names.
    static func configure(
        _ context: borrowing CommandContext, user: String, name: String? = nil,
        email: String? = nil
    ) throws(CommandError) {
        let file = try context.userConfigurationFile()
        try reporting { () throws(StoreError) in
            var configuration = try file.read()
            var settings: [(String, String)] = []
            if configuration.value("user.key") == nil { settings.append(("user.key", user)) }
            if let name { settings.append(("user.name", name)) }
            if let email { settings.append(("user.email", email)) }
            for (name, value) in settings {
                if let name = Configuration.Name(name) { configuration.set(name, to: value) }
            }
            if !settings.isEmpty { try file.write(configuration) }
        }
    }
}

/// Rethrows what keys throw as what a command prints.
func reportingKeys<Result: ~Copyable>(
    _ body: () throws(KeyError) -> Result
) throws(CommandError) -> Result {
    do throws(KeyError) {
        return try body()
    } catch {
        throw CommandError(error)
    }
}
