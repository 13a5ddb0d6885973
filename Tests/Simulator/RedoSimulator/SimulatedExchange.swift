import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

@testable import RedoCheckpointRemote
@testable import RedoRemotes

/// Exchanges nodes with the simulated remote as ``StoreExchange`` does with one that a helper reaches.
struct SimulatedExchange<Verbs: LinkedVerbs>: CheckpointRemote {
    static var scheme: RemoteScheme { .store }

    private let link: RemoteLink
    var exchange: CheckpointExchange<StoreStorage<Verbs>>

    init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard let link = CurrentLink.link else {
            throw RedoError(.notFound, "the command has no link to the remote")
        }
        self.link = link
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        let storage = StoreStorage(
            Verbs(link), name: "the remote", expectsSlots: record.own?.last != nil)
        exchange = try CheckpointExchange(
            remote.name, of: store, in: storage, isCopied: try remote.isCopied(in: store))
    }

    static func kept(
        url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String { url }

    static func folderName(of url: String) -> String { "world" }

    static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge { try RemoteKind.store.known(remote, store) }

    func claims(_ context: borrowing CommandContext) throws(RedoError) -> any ClaimStorage {
        var exchange = exchange
        return try exchange.claims(in: StoreClaimStorage(Verbs(link), noun: "store"), context)
    }
}

/// The commands that exchange nodes, over the simulated remote.
enum ExchangeCommands {
    static func command(_ name: String, over kind: SimulatedRemote.Kind) -> Command? {
        switch kind {
        case .copies: named(name, RemoteCommands<SimulatedExchange<CopyVerbs>>.self)
        case .host, .lying: named(name, RemoteCommands<SimulatedExchange<HostVerbs>>.self)
        }
    }

    private static func named<Exchange>(
        _ name: String, _ commands: RemoteCommands<Exchange>.Type
    ) -> Command? {
        switch name {
        case "fetch": commands.fetch
        case "push": commands.push
        case "sync": commands.sync
        case "remote": commands.remote
        case "claim": commands.claim
        case "release": commands.release
        default: nil
        }
    }
}
