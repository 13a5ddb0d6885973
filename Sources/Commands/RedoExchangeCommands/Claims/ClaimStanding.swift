import RedoCheckpoints
import RedoCrypto
import RedoModel
import RedoRepository

/// The holder of a task by the claims of a remote (docs/extensions.md, section 6, "Claims").
enum ClaimStanding {
    case free
    case held(TaskClaim)

    /// - Parameters:
    ///   - state: what the remote shows.
    ///   - authority: who may claim the task, and release what others hold.
    ///   - counts: whether what a key signs counts on the remote.
    init(
        _ state: ClaimState, of task: TaskID, at now: Instant, _ authority: ClaimAuthority,
        counts: (PublicKey) -> Bool
    ) {
        let nodes = state.files.prefix { $0 != nil }.map { $0.flatMap(Self.node) }
        self = Self.standing(nodes[...], task, now, authority, counts)
    }

    /// The node of the last file, if it is a claim or release of the task in form.
    static func lastNode(of state: ClaimState, _ task: TaskID) -> Node? {
        guard let node = state.files.first?.flatMap(node), node.taskID == task,
            TaskClaim(node) != nil || TaskRelease(node) != nil
        else { return nil }
        return node
    }

    /// The key of who signed it.
    static func signer(of state: ClaimState, _ task: TaskID) -> PublicKey? {
        lastNode(of: state, task)?.author.publicKey
    }

    /// The bytes of a node's file.
    static func file(of node: Node) -> [UInt8] { node.canonicalBytes + [UInt8(ascii: "\n")] }

    /// The signed node of a file; nil if it is not exactly that.
    private static func node(in file: [UInt8]) -> Node? {
        guard file.last == UInt8(ascii: "\n") else { return nil }
        return try? NodeValidator().readCanonical(Array(file.dropLast()), signature: .required)
    }

    private static func standing(
        _ nodes: ArraySlice<Node?>, _ task: TaskID, _ now: Instant, _ authority: ClaimAuthority,
        _ counts: (PublicKey) -> Bool
    ) -> ClaimStanding {
        guard case let node?? = nodes.first, node.taskID == task, let key = node.author.publicKey,
            counts(key)
        else { return .free }
        if let claim = TaskClaim(node) {
            guard authority.mayClaim(key) else { return .free }
            return claim.isWithinReach(at: now) && !claim.isOver(at: now) ? .held(claim) : .free
        }
        guard let release = TaskRelease(node) else { return .free }
        let before = nodes.dropFirst()
        let claim = before.lazy.compactMap { $0.flatMap { TaskClaim($0) } }
            .first { $0.id == release.id }
        guard let claim, !release.ends(claim, authority.mayRelease) else { return .free }
        // A release by another than the holder, the owner or an admin says nothing.
        return standing(before, task, now, authority, counts)
    }
}
