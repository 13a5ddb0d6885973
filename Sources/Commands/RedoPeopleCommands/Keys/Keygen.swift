import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
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
        let selection = try context.keySelection()
        let user: String
        do throws(RedoError) {
            if let place = context.arguments.value(place), place != KeyPlacing.file {
                user = try selection.keyring.makeKey(keptBy: place)
            } else {
                user = try selection.keyring.makeKey { (key) throws(RedoError) in
                    context.arguments.has(noPassphrase)
                        ? KeyFile.text(key)
                        : try KeyFile.text(key, sealedUnder: try newPassphrase(context))
                }
            }
        } catch {
            throw keygenError(error)
        }
        try selection.adopt(user)
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

    /// Writes the names that new nodes carry into the user's configuration.
    private static func setNames(_ context: borrowing CommandContext) throws(RedoError) {
        let settings = [
            ("user.name", context.arguments.value(name)),
            ("user.email", context.arguments.value(email)),
        ]
        guard settings.contains(where: { $0.1 != nil }) else { return }
        let file = try context.home.configurationFile()
        try file.change { configuration in
            for (name, value) in settings {
                if let name = Configuration.Name(name), let value {
                    configuration.set(name, to: SystemText.text(written: value))
                }
            }
        }
    }
}
