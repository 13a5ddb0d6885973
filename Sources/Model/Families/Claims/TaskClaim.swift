import RedoCrypto
import RedoJSON

/// A CLAIM: the statement of who works on a task, and until when.
package struct TaskClaim: Sendable {
    /// A random id, which distinguishes the claims of one key.
    package let id: UUIDValue
    package let task: TaskID
    package let key: PublicKey
    /// The end of the claim.
    package let until: Instant
    package let node: Node

    /// The maximum duration of a claim.
    package static let maximumDays = 7
    static let maximumMilliseconds = Int64(maximumDays) * 86_400_000
    /// The tolerance for differing clocks, in milliseconds: others wait this long after the end.
    package static let grace: Int64 = 5 * 60_000

    /// Reads a node; nil unless it is a signed CLAIM in the form of docs/extensions.md that ends soon enough after its
    /// own time.
    package init?(_ node: Node) {
        guard node.action == .claim, let task = node.taskID, let key = node.author.publicKey,
            let (id, fields) = claimFields(of: node),
            let until = fields["until"]?.string?.instant,
            until.milliseconds <= node.timestamp.wall.milliseconds + Self.maximumMilliseconds
        else { return nil }
        self.id = id
        self.task = task
        self.key = key
        self.until = until
        self.node = node
    }

    /// Whether it ends within the maximum duration from now, whatever its own clock says.
    package func isWithinReach(at now: Instant) -> Bool {
        until.milliseconds <= now.milliseconds + Self.maximumMilliseconds + Self.grace
    }

    /// Whether its holder may still work on the task.
    package func isHeld(at now: Instant) -> Bool { now < until }

    /// Whether others may take the task.
    package func isOver(at now: Instant) -> Bool {
        now.milliseconds >= until.milliseconds + Self.grace
    }
}

/// A RELEASE: the end of a claim before its time.
package struct TaskRelease: Sendable {
    /// The id of the claim.
    package let id: UUIDValue
    package let task: TaskID
    package let key: PublicKey

    /// Reads a node; nil unless it is a signed RELEASE in its form.
    package init?(_ node: Node) {
        guard node.action == .release, let task = node.taskID, let key = node.author.publicKey,
            let (id, _) = claimFields(of: node)
        else { return nil }
        self.id = id
        self.task = task
        self.key = key
    }

    /// Whether it ends a claim: its author is the holder, or may release the claim.
    ///
    /// - Parameter mayRelease: whether a key belongs to the task's owner or to an admin.
    package func ends(_ claim: TaskClaim, _ mayRelease: (PublicKey) -> Bool) -> Bool {
        id == claim.id && (key == claim.key || mayRelease(key))
    }
}

private func claimFields(of node: Node) -> (UUIDValue, JSONElement)? {
    guard let fields = node.fields, let definition = FamilyAction.definition(of: node.action),
        definition.fault(in: node, fields: fields) == nil,
        let id = fields["claimId"]?.withCharacters({ UUIDValue(text: $0) })
    else { return nil }
    return (id, fields)
}

extension TaskClaim {
    /// The claim of a task by the log: the last one in replay order that is held and that no authorized author has
    /// released.
    ///
    /// The remote alone decides who holds a task. The log may be behind.
    ///
    /// - Parameters:
    ///   - nodes: in replay order.
    ///   - mayRelease: whether a key belongs to the task's owner or to an admin.
    package static func latest(
        of task: TaskID, in nodes: some BidirectionalCollection<Node>, at now: Instant,
        mayRelease: (PublicKey) -> Bool
    ) -> TaskClaim? {
        var releases: [TaskRelease] = []
        for node in nodes.reversed() where node.taskID == task && node.action.isOfClaim {
            if let release = TaskRelease(node) { releases.append(release) }
            guard let claim = TaskClaim(node) else { continue }
            if releases.contains(where: { $0.ends(claim, mayRelease) }) { continue }
            return claim.isHeld(at: now) && claim.isWithinReach(at: now) ? claim : nil
        }
        return nil
    }
}
