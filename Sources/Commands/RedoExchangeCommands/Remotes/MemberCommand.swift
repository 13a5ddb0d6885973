import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRemotes
import RedoSystem

extension Command {
    /// `redo member`: who reads an encrypted remote.
    package static let member = Command(.member) { (context) throws(RedoError) in
        let arguments = context.arguments
        let words = arguments.operands
        let isConfirmed = arguments.has(MemberOptions.yes)
        let verb = words.first ?? "list"
        let rest = Array(words.dropFirst())
        let request: MemberRequest
        var names = rest
        switch (verb, rest.count) {
        case ("card", 0): return try card(&context)
        case ("list", 0...1): request = .list
        case ("create", 0...1):
            request = .create(makesRecoveryKey: !arguments.has(MemberOptions.noRecovery))
        case ("recover", 0...1):
            let revoked = MemberRequest.RevokedDevices.some(
                arguments.values(MemberOptions.revoke))
            request = .recover(
                revoking: arguments.has(MemberOptions.revokeAll) ? .all : revoked,
                isConfirmed: isConfirmed)
        case ("leave", 0...1): request = .leave(isConfirmed: isConfirmed)
        case ("trust", 0...2):
            request = .trust(invitation: rest.first, isConfirmed: isConfirmed)
            names = Array(rest.dropFirst())
        case ("remove", 1...2):
            request = .remove(key: rest[0])
            names = Array(rest.dropFirst())
        case ("add", 1...2):
            try MemberCard.checkBoxKey(in: rest[0])
            guard let card = MemberCard(rest[0]) else {
                throw .usage(
                    "not a card: '\(rest[0].printable)'",
                    hints: ["'redo member card' prints one on the device that should be let in"]
                )
            }
            request = .add(card)
            names = Array(rest.dropFirst())
        case ("add", _): throw .usage("member add takes a card, and a remote")
        case ("remove", _): throw .usage("member remove takes a key, and a remote")
        case ("card", _), ("list", _), ("create", _), ("recover", _), ("leave", _),
            ("trust", _):
            throw .usage("unexpected argument '\(words[words.count - 1].printable)'")
        default:
            throw .usage(
                "member takes list, card, create, add, trust, remove, leave or recover, not '\(verb)'"
            )
        }
        try refuseOptions(of: verb, context)
        let store = try context.openStore()
        let remote = try ConfiguredRemote.chosen(names.first, of: store)
        let session = try context.session(store, context.exchangeRequest)
        var exchange = try RemoteExchange(with: remote, session)
        if case .add(let card) = request, try !context.hasCompared(card) { return .no }
        return try context.printMembers(exchange.members(request), of: remote.name, session)
    }

    /// The options that only one of the verbs takes.
    private static func refuseOptions(
        of verb: String, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let owners: [(OptionSpecification, [String])] = [
            (MemberOptions.words, ["add"]), (MemberOptions.noRecovery, ["create"]),
            (MemberOptions.revoke, ["recover"]), (MemberOptions.revokeAll, ["recover"]),
            (MemberOptions.json, ["list"]), (SyncOptions.skipUnsigned, ["leave"]),
            (MemberOptions.yes, ["add", "trust", "leave", "recover"]),
        ]
        for (option, verbs) in owners
        where !verbs.contains(verb) && context.arguments.setting(option) != nil {
            throw .usage("member \(verb) takes no --\(option.name)")
        }
    }

    /// Prints the card of this device, which need not have a store yet.
    private static func card(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let card = try context.memberCard()
        try context.print("\(card.text)\n")
        try context.flush()
        context.note("words: \(card.compared.words.joined(separator: " "))")
        context.note("on a device of a member: redo member add CARD, and compare the words")
        return .done
    }
}
