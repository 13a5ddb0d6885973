import Foundation
import RedoModel

/// What somebody has removed from a store: files of one kind.
struct StoreLoss {
    enum Kind: CaseIterable {
        case packs, indexes, looseNodes, caches, operations, remoteState, remoteLists, inventory,
            epochs
    }

    let kind: Kind
    /// The nodes that are gone with the files, and have not turned up yet.
    var nodes: Set<NodeID> = []
    /// Those that a record of the store names.
    var recorded: Set<NodeID> = []
}

extension StoreLoss.Kind {
    /// Whether a check has to notice that the files are gone, even if no node is.
    var isMissed: Bool {
        switch self {
        case .packs, .indexes, .looseNodes, .remoteState: true
        // The last operations and the oldest ones are missed by nothing; lists may be of what no statement lists any more.
        case .caches, .operations, .remoteLists, .inventory: false
        case .epochs: true
        }
    }

    /// Whether what is known of nodes goes with the files.
    var isRecord: Bool {
        switch self {
        case .packs, .indexes, .looseNodes, .caches, .epochs: false
        case .operations, .remoteState, .remoteLists, .inventory: true
        }
    }

    /// Whether such files vanish. A store without the lists of a remote's packs cannot know that what a retired slot had is
    /// still there: it accuses an honest remote, and nothing but a person ends that.
    var isSimulated: Bool { self != .remoteLists }

    /// Whether the files are rebuilt unasked, so that no answer differs.
    var isRebuilt: Bool { self == .caches }

    /// Whether a file of a store is of this kind.
    ///
    /// - Parameter path: from the store.
    func includes(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return switch self {
        case .packs: path.hasPrefix("objects/pack/") && path.hasSuffix(".pack")
        case .indexes: path.hasPrefix("objects/pack/") && path.hasSuffix(".idx")
        case .looseNodes: parts.count == 3 && parts[0] == "objects" && parts[1].count == 2
        case .caches: parts.count == 1 && path.hasSuffix(".cache")
        case .operations: parts.count == 2 && parts[0] == "operations"
        case .remoteState: path == "checkpoints/origin/state"
        case .remoteLists: path.hasPrefix("checkpoints/origin/ids/")
        case .inventory: path.hasPrefix("inventory/pack-")
        case .epochs: path.hasPrefix("checkpoints/origin/epochs/")
        }
    }
}
