import RedoCrypto
import RedoJSON

/// A CLAIM: who works on a task, and until when.
package struct TaskClaim: Sendable {
    /// Drawn at random: it tells the claims of one key apart.
    package let id: UUIDValue
    package let task: TaskID
    package let key: PublicKey
    /// The holder stops then.
    package let until: Instant
    package let node: Node

    /// A claim lasts no longer than this.
    package static let greatestDays = 7
    static let greatestMilliseconds = Int64(greatestDays) * 86_400_000
    /// How far clocks may be apart: others wait so long after the end, in milliseconds.
    package static let grace: Int64 = 5 * 60_000

    /// Reads a node; nil for one that is not a signed CLAIM in the form that the law gives it, or that lasts too long after its
    /// own time.
    package init?(_ node: Node) {
        guard node.action == .claim, let task = node.taskID, let key = node.author.publicKey,
            let (id, fields) = claimFields(of: node),
            let until = fields["until"]?.string.flatMap({ Instant(iso8601: $0.utf8.span) }),
            until.milliseconds <= node.timestamp.wall.milliseconds + Self.greatestMilliseconds
        else { return nil }
        self.id = id
        self.task = task
        self.key = key
        self.until = until
        self.node = node
    }

    /// Whether it ends within the time that a claim may last, however its own clock goes.
    package func isWithinReach(at now: Instant) -> Bool {
        until.milliseconds <= now.milliseconds + Self.greatestMilliseconds + Self.grace
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
    /// Of the claim.
    package let id: UUIDValue
    package let task: TaskID
    package let key: PublicKey

    /// Reads a node; nil for one that is not a signed RELEASE in its form.
    package init?(_ node: Node) {
        guard node.action == .release, let task = node.taskID, let key = node.author.publicKey,
            let (id, _) = claimFields(of: node)
        else { return nil }
        self.id = id
        self.task = task
        self.key = key
    }

    /// Whether it ends a claim: it is by the holder, or by who may release it.
    ///
    /// - Parameter mayRelease: whether a key is the task's owner's or an admin's.
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
    /// The claim of a task that a log shows: the last one in replay order that is held and that no one who may has released.
    ///
    /// The remote alone decides who holds a task. The log may be behind.
    ///
    /// - Parameters:
    ///   - nodes: in replay order.
    ///   - mayRelease: whether a key is the task's owner's or an admin's.
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
