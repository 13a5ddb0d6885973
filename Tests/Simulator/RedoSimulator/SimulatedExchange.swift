import RedoCheckpointRemote
import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoExchange
import RedoExchangeCommands
import RedoRemotes
import RedoSystem

/// Exchanges nodes with the simulated remote as with a store that a helper reaches.
enum SimulatedExchange {
    /// Opens an exchange over the link of the command that runs.
    static func opening<Verbs: LinkedVerbs>(_ verbs: Verbs.Type) -> RemoteExchange.Opening {
        { (remote, session) throws(RedoError) in
            guard let link = CurrentLink.link else {
                throw RedoError(.notFound, "the command has no link to the remote")
            }
            let record = CheckpointRecord(ofRemote: remote.name, inStore: session.store.path)
            let storage = StoreStorage(
                Verbs(link), name: "the remote", expectsSlots: record.own?.last != nil)
            return try CheckpointExchange(
                remote.name, session, in: storage, isCopied: try remote.isCopied(in: session.store),
                claims: { () throws(RedoError) in
                    StoreClaimStorage(Verbs(link), noun: "store")
                })
        }
    }
}

/// The commands that exchange nodes, over the simulated remote.
enum ExchangeCommands {
    static func command(_ name: String, over kind: SimulatedRemote.Kind) -> Command? {
        let open: RemoteExchange.Opening =
            switch kind {
            case .copies: SimulatedExchange.opening(CopyVerbs.self)
            case .host, .lying, .sealed: SimulatedExchange.opening(HostVerbs.self)
            }
        return switch name {
        case "fetch": Command(FetchCommand.self) { $0.open = open }
        case "push": Command(PushCommand.self) { $0.open = open }
        case "sync": Command(SyncCommand.self) { $0.open = open }
        case "remote": Command(RemoteCommand.self) { $0.open = open }
        case "member": Command(MemberCommand.self) { $0.open = open }
        case "claim": Command(ClaimCommand.self) { $0.open = open }
        case "release": Command(ReleaseCommand.self) { $0.open = open }
        default: nil
        }
    }

    /// The suite, whose commands fetch over the simulated remote.
    static func suite(over kind: SimulatedRemote.Kind) -> CommandSuite {
        let fetch: any ParsableCommand.Type =
            switch kind {
            case .copies: LinkedFetch<CopyVerbs>.self
            case .host, .lying, .sealed: LinkedFetch<HostVerbs>.self
            }
        return CommandSuite(
            Suite.commands.groups.map { group in
                CommandSuite.Group(
                    group.title, group.entries.map { $0.name == "fetch" ? ("fetch", fetch) : $0 })
            })
    }
}

/// `redo fetch` as other commands run it.
private struct LinkedFetch<Verbs: LinkedVerbs>: ParsableCommand {
    static var specification: CommandSpecification { FetchCommand.specification }
    private var fetch: FetchCommand

    init(_ arguments: Arguments) throws(RedoError) {
        fetch = try FetchCommand(arguments)
        fetch.open = SimulatedExchange.opening(Verbs.self)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try fetch.run(&context)
    }
}
