import RedoCrypto

/// The RECOVERs that count (docs/extensions.md, "Which RECOVER counts").
struct Recoveries: Sendable {
    /// By index.
    private(set) var counting: Set<Int> = []
    /// For a valid RECOVER that does not count, the one that does, by index.
    private(set) var rivals: [Int: Int] = [:]
    /// By person, the commitment that the next RECOVER must answer.
    private(set) var inForce: [Digest] = []

    /// - Parameter membership: has settled all statements when this returns.
    /// - Complexity: O(r²) for the r RECOVERs of a person, plus their pasts.
    init(_ membership: inout Membership) {
        let statements = membership.statements
        for person in statements.creates.indices {
            var recovers: [(index: Int, commitment: Digest)] = []
            for index in statements.byPerson[person] where statements.all[index].isRecover {
                let key = statements.all[index].signer.bytes
                recovers.append((index, SHA256.digest(key.span)))
            }
            var last = statements.creates[person]
            while true {
                let commitment = statements.recovery(of: last)
                let answers = recovers.filter {
                    $0.commitment == commitment && statements.hasSeen($0.index, last)
                }.map(\.index)
                // A node that has seen a commitment used must answer the next one.
                let candidates = answers.filter { answer in
                    !answers.contains { statements.hasSeen(answer, $0) }
                }
                var best: (index: Int, count: Int)?
                for candidate in candidates {
                    let count = Self.followerCount(of: candidate, person, &membership)
                    if count > best?.count ?? -1 { best = (candidate, count) }
                }
                for candidate in candidates { membership.add(validRecover: candidate) }
                guard let best else {
                    inForce.append(commitment)
                    break
                }
                counting.insert(best.index)
                for candidate in candidates where candidate != best.index {
                    rivals[candidate] = best.index
                }
                last = best.index
            }
            membership.settle(person, in: nil)
        }
    }

    /// The number of devices that continued from a RECOVER: distinct keys that had joined the person before it, that it
    /// does not revoke, and that signed a statement of the person that has seen it.
    private static func followerCount(
        of recover: Int, _ person: Int, _ membership: inout Membership
    ) -> Int {
        let statements = membership.statements
        let past = statements.pasts[recover]
        membership.settle(person, in: past)
        let revoked = Set(
            statements.all[recover].revokes.compactMap { statements.number(of: $0.key) })
        var followers: Set<Int> = []
        for index in statements.byPerson[person] where statements.hasSeen(index, recover) {
            let key = statements.signers[index]
            if !revoked.contains(key), membership.hasJoined(key, person, in: past) {
                followers.insert(key)
            }
        }
        return followers.count
    }
}

extension Statements {
    /// The commitment that the next RECOVER must answer after a CREATE_PERSON or RECOVER.
    fileprivate func recovery(of index: Int) -> Digest {
        switch all[index].content {
        case .createPerson(_, _, let recovery), .recover(_, let recovery, _, _): recovery
        default: preconditionFailure("no commitment at \(index)")
        }
    }
}
