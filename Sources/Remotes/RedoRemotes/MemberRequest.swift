import RedoCommandLine
import RedoEpochs
import RedoExchange
import RedoSystem

/// What `redo member` is to do with an encrypted remote.
package enum MemberRequest {
    case list
    /// Makes the remote an encrypted one.
    case create
    case add(MemberCard)
    /// - Parameter key: the beginning of a key or of a userId, or a principal.
    case remove(key: String)
    /// - Parameter invitation: an invitation or the id of the first epoch; nil to show and ask.
    case trust(invitation: String?)
    /// Lets this device in with the words of a recovery key.
    case recover(TypedRecoveryWords)
    /// Takes everything in with these words alone, which stay good: the device does not become a member.
    case restore(TypedRecoveryWords)
    /// Takes this device out.
    case leave
}

extension RemoteCommands {
    /// `redo member`: who reads an encrypted remote.
    static var member: Command {
        Command(.member) { (context) throws(RedoError) in
            let words = context.arguments.operands
            let verb = words.first ?? "list"
            let rest = Array(words.dropFirst())
            let request: MemberRequest
            var names = rest
            switch (verb, rest.count) {
            case ("card", 0): return try card(&context)
            case ("list", 0...1): request = .list
            case ("create", 0...1): request = .create
            case ("recover", 0...1): request = .recover(TypedRecoveryWords())
            case ("leave", 0...1): request = .leave
            case ("trust", 0...2):
                request = .trust(invitation: rest.first)
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
            try leave(remote.scheme, "member", context)
            var exchange = try Exchange(remote, of: store, references: [], context)
            return try exchange.members(request, &context)
        }
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
