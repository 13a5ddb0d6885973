import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRemotes
import RedoSystem

/// `redo member`: who reads an encrypted remote.
package struct MemberCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "member", "List the members of an encrypted remote, add devices and remove them",
        operands: [
            .optional(["list", .optional(.value(.remote))]), "card",
            ["create", .optional(.value(.remote))],
            ["add", .value("card"), .optional(.value(.remote))],
            ["trust", .optional([.value("invitation"), .optional(.value(.remote))])],
            ["remove", .value("key"), .optional(.value(.remote))],
            ["leave", .optional(.value(.remote))],
            ["recover", .optional(.value(.remote))],
        ],
        options: [
            MemberOptions.words, MemberOptions.noRecovery, MemberOptions.revoke,
            MemberOptions.revokeAll, MemberOptions.json, MemberOptions.yes,
            SyncOptions.skipUnsigned, Progress.option,
        ] + IDListing.options,
        constraints: [.exclusive([MemberOptions.revoke, MemberOptions.revokeAll])]
            + IDListing.constraints(MemberOptions.json),
        statuses: .writing(no: "something was refused, or a question was answered with no"))

    private enum Form {
        /// Prints the card of this device, which need not have a store yet.
        case card
        case exchange(MemberRequest, remote: String?)
    }

    private let form: Form
    private let comparison: WordComparison
    private let listForm: IDListing.Form
    private let request: ExchangeRequest

    package var open = RemoteExchange.byKind

    package init(_ arguments: Arguments) throws(RedoError) {
        let words = arguments.operands
        let verb = words.first ?? "list"
        let rest = words.dropFirst()
        form = try Self.form(verb, Array(rest), arguments)
        try Self.refuseOptions(of: verb, arguments)
        comparison = WordComparison(
            arguments, words: MemberOptions.words, yes: MemberOptions.yes)
        listForm = IDListing.Form(arguments, json: MemberOptions.json)
        request = ExchangeRequest(arguments)
    }

    private static func form(
        _ verb: String, _ rest: [String], _ arguments: Arguments
    ) throws(RedoError) -> Form {
        let isConfirmed = arguments.has(MemberOptions.yes)
        let (first, second) = (rest.first, rest.dropFirst().first)
        switch (verb, rest.count) {
        case ("card", 0): return .card
        case ("list", 0...1): return .exchange(.list, remote: first)
        case ("create", 0...1):
            let makesRecoveryKey = !arguments.has(MemberOptions.noRecovery)
            return .exchange(.create(makesRecoveryKey: makesRecoveryKey), remote: first)
        case ("recover", 0...1):
            let revoked =
                arguments.has(MemberOptions.revokeAll)
                ? MemberRequest.RevokedDevices.all : .some(arguments.values(MemberOptions.revoke))
            return .exchange(
                .recover(revoking: revoked, isConfirmed: isConfirmed), remote: first)
        case ("leave", 0...1): return .exchange(.leave(isConfirmed: isConfirmed), remote: first)
        case ("trust", 0...2):
            return .exchange(.trust(invitation: first, isConfirmed: isConfirmed), remote: second)
        case ("remove", 1...2): return .exchange(.remove(key: rest[0]), remote: second)
        case ("add", 1...2):
            try MemberCard.checkBoxKey(in: rest[0])
            guard let card = MemberCard(rest[0]) else {
                throw .usage(
                    "not a card: '\(rest[0].printable)'",
                    hints: ["'redo member card' prints one on the device that should be let in"]
                )
            }
            return .exchange(.add(card), remote: second)
        case ("add", _): throw .usage("member add takes a card, and a remote")
        case ("remove", _): throw .usage("member remove takes a key, and a remote")
        case ("card", _), ("list", _), ("create", _), ("recover", _), ("leave", _),
            ("trust", _):
            throw .usage("unexpected argument '\(rest[rest.count - 1].printable)'")
        default:
            throw .usage(
                "member takes list, card, create, add, trust, remove, leave or recover, not '\(verb)'"
            )
        }
    }

    /// Refuses the options that only others of the verbs take.
    private static func refuseOptions(
        of verb: String, _ arguments: Arguments
    ) throws(RedoError) {
        let owners: [(OptionSpecification, [String])] = [
            (MemberOptions.words, ["add"]), (MemberOptions.noRecovery, ["create"]),
            (MemberOptions.revoke, ["recover"]), (MemberOptions.revokeAll, ["recover"]),
            (MemberOptions.json, ["list"]), (IDListing.ids, ["list"]),
            (NameInput.output, ["list"]), (SyncOptions.skipUnsigned, ["leave"]),
            (MemberOptions.yes, ["add", "trust", "leave", "recover"]),
        ]
        try arguments.refuse(
            owners.filter { !$0.1.contains(verb) }.map(\.0), by: "member \(verb)")
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        guard case .exchange(let members, let name) = form else {
            return try Self.printCard(&context)
        }
        let store = try context.openStore()
        let remote = try ConfiguredRemote.chosen(name, of: store)
        let session = try context.session(store, request)
        var exchange = try RemoteExchange(with: remote, session, open: open)
        if case .add(let card) = members, try !context.hasCompared(card, by: comparison) {
            return .no
        }
        return try context.printMembers(
            exchange.members(members), of: remote.name, session, in: ExchangeStyle(),
            as: listForm)
    }

    private static func printCard(
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let card = try context.memberCard()
        try context.print("\(card.text)\n")
        try context.flush()
        context.note("words: \(card.compared.words.joined(separator: " "))")
        context.note("on a device of a member: redo member add CARD, and compare the words")
        return .done
    }
}
