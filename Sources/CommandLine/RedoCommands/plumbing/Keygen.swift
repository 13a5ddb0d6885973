import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    private static let noPassphrase = OptionSpecification.flag(
        "no-passphrase", "keep the key unsealed, in a file that only you can read")
    private static let place = OptionSpecification.value(
        "in", takes: "place", "keep the key with a key helper instead of in a file")
    private static let name = OptionSpecification.value(
        "name", takes: "name", "set user.name, which new nodes carry")
    private static let email = OptionSpecification.value(
        "email", takes: "address", "set user.email, which new nodes carry")

    /// `redo keygen`: makes an identity and prints its userId.
    package static let keygen = Command(
        CommandSpecification(
            "keygen", "Make an Ed25519 key, the identity that signs nodes, and print its userId",
            options: [noPassphrase, place, name, email],
            constraints: [.exclusive([noPassphrase, place])],
            statuses: .plain(no: "the key is there already"))
    ) { (context) throws(RedoError) in
        let ring = try KeyRing(context)
        let user: String
        do throws(RedoError) {
            if let place = context.arguments.value(place), place != KeyPlacing.file {
                user = try makeKey(with: place, context)
            } else {
                user = try makeKey(in: ring.keys) { (key) throws(RedoError) in
                    context.arguments.has(noPassphrase)
                        ? KeyFile.text(key)
                        : try KeyFile.text(key, sealedUnder: try newPassphrase(context))
                }
            }
        } catch {
            throw keygenError(error)
        }
        try ring.adopt(user, context)
        try setNames(context)
        try context.print("\(user)\n")
        return .done
    }

    private static func keygenError(_ error: RedoError) -> RedoError {
        switch error.keyFault {
        case .emptyPassphrase, .noPassphrase:
            error.adding(hint: "'redo keygen --no-passphrase' makes a key that is not sealed")
        default: error
        }
    }

    /// Makes a key and its file.
    ///
    /// - Returns: its userId.
    static func makeKey(
        in keys: KeyDirectory, text: (borrowing SigningKey) throws(RedoError) -> [UInt8]
    ) throws(RedoError) -> String {
        let key = SigningKey.random()
        let user = UserID(key.publicKey).description
        var text = try text(key)
        try keys.save(&text, for: user, replacing: false)
        return user
    }

    /// Makes a key that a helper keeps.
    ///
    /// - Returns: its userId.
    static func makeKey(
        with place: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        let placing = try KeyPlacing(context)
        try placing.check(place)
        let key = SigningKey.random()
        try placing.place(key, with: place, replacing: false)
        return UserID(key.publicKey).description
    }

    /// Writes the names that new nodes carry into the user's configuration.
    private static func setNames(_ context: borrowing CommandContext) throws(RedoError) {
        let settings = [
            ("user.name", context.arguments.value(name)),
            ("user.email", context.arguments.value(email)),
        ]
        guard settings.contains(where: { $0.1 != nil }) else { return }
        let file = try context.userConfigurationFile()
        try file.change { configuration in
            for (name, value) in settings {
                if let name = Configuration.Name(name), let value {
                    configuration.set(name, to: SystemText.text(written: value))
                }
            }
        }
    }
}
