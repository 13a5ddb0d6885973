import RedoCrypto
import RedoJSON

/// The claim of a task that is in force at a moment, by the log: who works on the task, and until when.
///
/// The remote alone decides who holds a task (docs/claims.md); the log may be behind.
package struct HeldClaim: Equatable, Sendable {
    package let key: PublicKey
    /// The name of the person that the key belongs to, else of the author; nil if neither has one.
    package let name: JSONString?
    /// The end of the claim.
    package let until: Instant

    package init(key: PublicKey, name: JSONString?, until: Instant) {
        self.key = key
        self.name = name
        self.until = until
    }

    package init(_ claim: TaskClaim, _ people: People) {
        self.init(
            key: claim.key,
            name: people.person(of: claim.key)?.name ?? claim.node.author.name,
            until: claim.until)
    }

    /// The claims that are in force, by task.
    ///
    /// For an open task only the holder's releases count: finding its owner would require its CREATE.
    ///
    /// - nodes: claims and releases, none of them void, in replay order. Those of a later time than the moment do not
    ///   count.
    ///     count.
    ///   - authority: decides who owns closed tasks, and who is an admin.
    package static func all(
        in nodes: [Node], at now: Instant, _ authority: Authority
    ) -> [TaskID: HeldClaim] {
        let begun = nodes.filter {
            $0.timestamp.wall.milliseconds <= now.milliseconds + TaskClaim.grace
        }
        var held: [TaskID: HeldClaim] = [:]
        for (task, nodes) in Dictionary(grouping: begun, by: \.taskID) {
            guard let task else { continue }
            let claim = TaskClaim.latest(of: task, in: nodes, at: now) {
                authority.permission(of: $0, for: task) == .admin
            }
            if let claim { held[task] = HeldClaim(claim, authority.people) }
        }
        return held
    }

    /// Whether a node with a wall time can be a claim that is in force at a moment.
    package static func canBegin(at wall: Instant, toBeHeldAt now: Instant) -> Bool {
        now.milliseconds < wall.milliseconds + TaskClaim.maximumMilliseconds
    }
}
