import RedoCommandLine
import RedoCommandParts
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// Lets a device that joins a person into the encrypted remotes of the store, with the words that were compared.
enum RemoteAdmission {
    static let option = OptionSpecification.flag(
        "remotes", isNegatable: true,
        "add: let the device of a card into the encrypted remotes of this store as well, or do not")

    /// Asks for each remote on a terminal, unless the option says so, and lets the device in.
    ///
    /// Its words must have been compared: they cover the box key.
    ///
    /// - Parameter setting: what the option says; nil if it is not given.
    /// - Returns: not done if a remote could not be changed; the others are all the same.
    static func letIn(
        _ card: MemberCard, _ setting: Bool?, _ store: Store, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        var status = ExitStatus.done
        var isIn = false
        for remote in try ConfiguredRemote.encrypted(of: store) {
            let isWanted = if let setting { setting } else { try isWanted(remote, &context) }
            guard isWanted else {
                context.note(
                    "'redo member add CARD \(remote.name)' lets it into \(remote.name), which is encrypted"
                        .printable)
                continue
            }
            try context.flush()
            do throws(RedoError) {
                let session = try context.session(store)
                var exchange = try RemoteExchange(with: remote, session)
                _ = try context.printMembers(
                    exchange.members(.add(card)), of: remote.name, session, in: ExchangeStyle())
                isIn = true
            } catch {
                context.complain(error)
                context.warn(
                    .permissionDenied,
                    "the device is let into your person, and was not let into \(remote.name)")
                status = error.status
            }
        }
        if isIn { context.note("once it has the log, there: 'redo device accept --card'") }
        return status
    }

    private static func isWanted(
        _ remote: ConfiguredRemote, _ context: inout CommandContext
    ) throws(RedoError) -> Bool {
        guard context.surroundings.hasTerminalInput else { return false }
        return try context.isConfirmed(
            "\(remote.name.printable) is encrypted: let the device read and write it as well?")
    }

    /// Notes that a key alone does not let a device into the encrypted remotes.
    static func note(keyAloneIn store: Store, _ context: inout CommandContext) throws(RedoError) {
        for remote in try ConfiguredRemote.encrypted(of: store) {
            context.note(
                "\(remote.name) is encrypted: a card lets the device in as well, which 'redo device accept --card' prints there"
                    .printable)
        }
    }
}
