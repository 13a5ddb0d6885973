import RedoCrypto
import RedoModel

/// The permissions to claim a task, and to release another key's claim, according to a log (docs/claims.md).
///
/// Without the task's CREATE no claim is refused: the key may have been given permission in nodes that are not here.
package struct ClaimAuthority: Sendable {
    private let task: TaskID
    private let authority: Authority
    /// Nil without a CREATE.
    private let owner: Principal?

    /// - Complexity: O(n) for n nodes of the log.
    package init(of task: TaskID, in log: Log) {
        self.task = task
        authority = log.replay.authority
        owner = authority.people.owner(of: task, among: log.nodes)
    }

    /// Whether a claim by a key counts: the key may write to the task.
    package func mayClaim(_ key: PublicKey) -> Bool {
        guard authority.people.revocation(of: key) == nil else { return false }
        guard owner != nil else { return true }
        return authority.permission(of: key, for: task).map { $0 >= .write } ?? false
    }

    /// Whether a key may end another key's claim: it is the owner's or an admin's.
    package func mayRelease(_ key: PublicKey) -> Bool {
        guard let owner, authority.people.revocation(of: key) == nil else { return false }
        return authority.people.principal(of: UserID(key)) == owner
            || authority.permission(of: key, for: task) == .admin
    }
}
