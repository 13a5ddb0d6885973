import RedoCommandLine
import RedoCrypto
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Gives up nodes that no one has any more: `redo fsck --give-up`.
struct Surrender {
    static let giveUp = OptionSpecification.value(
        "give-up", takes: .node, isRepeatable: true,
        "do without this lost node, by its id or a prefix; --all instead means all of them")

    static let restore = OptionSpecification.flag(
        "restore", "write again what nodes in quarantine had set, in your name")

    static let yes = OptionSpecification.flag(
        "yes", letter: "y", "restore: do not ask on a terminal")

    /// What stands for everything that is lost in the place of an id.
    private static let everything = "--all"

    /// What is given up; none to restore alone.
    private let names: [String]
    private let restoring: LostWork.Request

    /// - Returns: nil if nothing is given up or restored.
    init?(_ arguments: Arguments) {
        names = arguments.values(Self.giveUp)
        restoring = LostWork.Request(
            isNamed: arguments.has(Self.restore), isUnasked: arguments.has(Self.yes))
        if names.isEmpty, !restoring.isNamed { return nil }
    }

    /// Gives up what is named, and offers to write again what the nodes had set that followed it.
    ///
    /// - Throws: NAME_001 for a name of nothing that is lost.
    func run(
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        if !names.isEmpty {
            // What only a record of the store or of a remote names is lost as well.
            let losses = try repository.store.losses(
                besides: try repository.store.expected(usesCache: false))
            let request = try Self.request(names, losses, repository.store)
            guard let moved = try repository.store.giveUp(request) else {
                throw FsckCommand.isBusy
            }
            repository.forget()
            try Self.report(request, movedCount: moved.count, &context)
        }
        // What is still lost is listed by a check; here it is not what the answer lacks.
        let status = try LostWork.offer(restoring, repository, &context)
        context.incompleteness.forget()
        return status
    }

    private static func report(
        _ request: SurrenderRequest, movedCount: Int, _ context: inout CommandContext
    ) throws(RedoError) {
        if request.isEmpty { try context.print("nothing is lost\n") }
        for id in request.nodes.sorted() { try context.print("gave up \(id)\n") }
        for pack in request.packs.sorted() {
            try context.print("gave up what is missing of \(pack)\n")
        }
        if request.includesForgotten {
            try context.print("gave up what a damaged record of losses had named\n")
        }
        guard movedCount > 0 else { return }
        let follow = movedCount == 1 ? "follows" : "follow"
        try context.print(
            "moved \(counted(movedCount, "node")) that \(follow) to quarantine, until the lost nodes turn up\n"
        )
    }

    // MARK: Names

    private static func request(
        _ names: [String], _ losses: Losses, _ store: Store
    ) throws(RedoError) -> SurrenderRequest {
        var request = SurrenderRequest()
        for name in names {
            if name == everything {
                request.nodes.formUnion(losses.nodes)
                request.packs.formUnion(losses.packs)
                request.includesForgotten = losses.hasForgotten
                continue
            }
            let packs = losses.packs.filter { "\($0)".hasPrefix(name) && name.hasPrefix("pack-") }
            let nodes =
                hexadecimalPrefix(name).map { prefix in
                    losses.nodes.filter { $0.digest.hexadecimal.hasPrefix(prefix) }
                } ?? []
            guard nodes.count + packs.count <= 1 else {
                throw UnclearName.ambiguous(
                    name, (nodes.map(\.description) + packs.map(\.description)))
            }
            if let id = nodes.first {
                request.nodes.insert(id)
            } else if let pack = packs.first {
                request.packs.insert(pack)
            } else {
                throw try notLost(name, store)
            }
        }
        return request
    }

    /// Why something cannot be given up: what it is instead.
    private static func notLost(_ name: String, _ store: Store) throws(RedoError) -> RedoError {
        guard let prefix = hexadecimalPrefix(name) else {
            return RedoError(
                .unknownName, "'\(name)' is not the id of a node, or its first digits",
                hints: ["'redo fsck' lists what is lost"])
        }
        func matches(_ id: NodeID) -> Bool { id.digest.hexadecimal.hasPrefix(prefix) }
        let givenUp = try store.givenUp()
        if let id = givenUp.lost.sorted().first(where: matches) {
            return RedoError(.unknownName, "\(id) was given up before")
        }
        if let id = givenUp.cutOff.sorted().first(where: matches) {
            return RedoError(
                .unknownName,
                "\(id) is in quarantine: it follows a node that was given up, and comes back with that"
            )
        }
        let ids = prefix.utf8.count < 2 ? [] : try store.ids(withPrefix: prefix)
        guard let id = ids.first else {
            return RedoError(
                .unknownName, "no node begins '\(name)', and nothing in the store names one",
                hints: ["'redo fsck' lists what is lost"])
        }
        if let parent = try store.missingAncestor(of: id) {
            return RedoError(
                .unknownName, "\(id) is not lost: it is here, and follows \(parent), which is lost",
                hints: ["redo-fsck(1) explains what can be done about that one"])
        }
        return RedoError(.unknownName, "\(id) is not lost: it is here, and whole")
    }
}
