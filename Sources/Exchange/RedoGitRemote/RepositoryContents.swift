import RedoGit
import RedoModel
import RedoSystem

/// What a git repository holds, as the names of its references say.
struct RepositoryContents {
    /// What a store can be made from, in the order in which it counts.
    enum Kind {
        /// Slots, or the first epoch of an encrypted remote.
        case log
        /// The branch that mirrors have, and no packs. Only its commit says whether it is one.
        case branch
        /// References of devices that keep a commit for each node, which a remote is not read for.
        case devices
        /// References, and none of them is redo's.
        case other
        case empty
    }

    let kind: Kind
    /// Whether there is the branch that mirrors have.
    let hasBranch: Bool
    /// Whether there are references of devices, with a commit for each node.
    let hasDevices: Bool
    /// The references that are not redo's, sorted.
    let otherNames: [String]
    /// Those that are, and lead to nothing of the log: claims.
    private let sideNames: [String]
    /// Whether there are packs: slots, or a first epoch.
    let hasPacks: Bool
    /// Whether a plain `git clone` of a host that takes branches alone has made these references: slots among those of
    /// a remote.
    let hasCopiedBranches: Bool

    /// Below it lies what is redo's, of any version.
    private static let ownPrefix = "refs/redo/"
    private static let copiesPrefix = "refs/remotes/"

    /// - Parameter names: of all references; `HEAD` does not count.
    init(_ names: some Sequence<String>) {
        var (hasPacks, hasDevices, hasBranch, hasCopies) = (false, false, false, false)
        var (others, sides): ([String], [String]) = ([], [])
        for name in names where name != "HEAD" {
            if Self.isOfPacks(name) {
                hasPacks = true
            } else if Mirror.device(of: name) != nil {
                hasDevices = true
            } else if name == Mirror.branch {
                hasBranch = true
            } else if name.hasPrefix(Self.ownPrefix) {
                sides.append(name)
            } else {
                if Self.isCopiedBranch(name) { hasCopies = true }
                others.append(name)
            }
        }
        kind =
            hasPacks
            ? .log
            : hasBranch
                ? .branch
                : hasDevices ? .devices : others.isEmpty && sides.isEmpty ? .empty : .other
        self.hasPacks = hasPacks
        self.hasBranch = hasBranch
        self.hasDevices = hasDevices
        hasCopiedBranches = hasCopies
        otherNames = others.sorted()
        sideNames = sides.sorted()
    }

    /// Whether a name is `refs/remotes/REMOTE/redo/SLOT`, or of a first epoch likewise.
    private static func isCopiedBranch(_ name: String) -> Bool {
        guard name.hasPrefix(copiesPrefix) else { return false }
        let branch =
            "refs/heads/" + name.dropFirst(copiesPrefix.count).drop { $0 != "/" }.dropFirst()
        return isOfPacks(branch)
    }

    /// Whether a reference is redo's, a mirror's among them.
    static func isOwn(_ name: String) -> Bool {
        name.hasPrefix(ownPrefix) || isOfPacks(name) || name == Mirror.branch
    }

    /// Whether a reference leads to packs, or to the first epoch of an encrypted remote.
    static func isOfPacks(_ name: String) -> Bool {
        SlotReference.slot(of: name) != nil || GenesisReference.names.contains(name)
    }

    /// What there is besides the log, for people; nil if there is nothing. A mirror is not another's.
    var strangersText: String? { otherNames.isEmpty ? nil : Self.text(of: otherNames) }

    /// What there is in the place of a log, for people: `refs/heads/main and 2 more`.
    var contentsText: String {
        Self.text(of: (hasBranch ? [Mirror.branch] : []) + otherNames + sideNames)
    }

    private static func text(of names: [String]) -> String {
        guard let first = names.first else { return "no references" }
        return names.count == 1
            ? first.printable : "\(first.printable) and \(names.count - 1) more"
    }
}
