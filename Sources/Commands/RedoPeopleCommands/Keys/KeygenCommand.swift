import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo keygen`: makes an identity and prints its userId.
package struct KeygenCommand: ParsableCommand {
    private static let noPassphrase = OptionSpecification.flag(
        "no-passphrase", "keep the key unsealed, in a file that only you can read")
    private static let location = OptionSpecification.value(
        "in", takes: "place", "keep the key with a key helper instead of in a file")
    private static let name = OptionSpecification.value(
        "name", takes: "name", "set user.name, which new changes carry")
    private static let email = OptionSpecification.value(
        "email", takes: "address", "set user.email, which new changes carry")

    package static let specification = CommandSpecification(
        "keygen", "Make an Ed25519 key, the identity that signs changes, and print its userId",
        options: [noPassphrase, location, name, email],
        constraints: [.exclusive([noPassphrase, location])],
        statuses: .plain(no: "the key already exists"))

    /// The storage of the new key.
    private enum Keeping {
        case sealedFile, unsealedFile
        case helper(String)
    }

    private let keeping: Keeping
    private let name: String?
    private let email: String?

    package init(_ arguments: Arguments) {
        if let location = arguments.value(Self.location), location != KeyPlacing.file {
            keeping = .helper(location)
        } else {
            keeping = arguments.has(Self.noPassphrase) ? .unsealedFile : .sealedFile
        }
        name = arguments.value(Self.name)
        email = arguments.value(Self.email)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try context.refuseAgents()
        let selection = try context.keySelection()
        let user: String
        do throws(RedoError) {
            switch keeping {
            case .helper(let location): user = try selection.keyring.makeKey(keptBy: location)
            case .unsealedFile:
                user = try selection.keyring.makeKey { (key) throws(RedoError) in
                    KeyFile.text(key)
                }
            case .sealedFile:
                user = try selection.keyring.makeKey { (key) throws(RedoError) in
                    try KeyFile.text(key, sealedUnder: try context.newPassphrase())
                }
            }
        } catch {
            throw Self.keygenError(error)
        }
        try selection.adopt(user)
        try setNames(context)
        try context.print("\(user)\n")
        if try context.keySelection().signer == user { context.noteOtherAuthors(than: user) }
        return .done
    }

    private static func keygenError(_ error: RedoError) -> RedoError {
        switch error.keyFault {
        case .emptyPassphrase, .noPassphrase:
            error.adding(hint: "'redo keygen --no-passphrase' creates a key that is not sealed")
        default: error
        }
    }

    /// Writes the names that new nodes carry into the user's configuration.
    private func setNames(_ context: borrowing CommandContext) throws(RedoError) {
        let settings = [("user.name", name), ("user.email", email)]
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
