/// The statements that stand, and those that make their key a device, if some nodes are cut off (docs/extensions.md,
/// "Belonging and standing").
struct Standing: Sendable {
    /// By index: for an ADD_DEVICE, UPDATE_PERSON or REVOKE_DEVICE whether its author is a device of the person by what
    /// it has seen; for a JOIN_PERSON whether a statement that stands backs it.
    private(set) var stands: [Bool]
    /// By the number of a key, its CREATE_PERSONs and backed JOIN_PERSONs that are not cut off, in replay order.
    private(set) var belongings: [[Int]]

    /// - Parameters:
    ///   - membership: has settled all statements.
    ///   - cutOff: has the numbers of the nodes that are cut off.
    /// - Complexity: O(s b) for s statements, and b statements of one key about one person.
    init(_ membership: Membership, _ recoveries: Recoveries, cutOff: [Int: Int]) {
        let statements = membership.statements
        stands = Array(repeating: false, count: statements.all.count)
        belongings = Array(repeating: [], count: statements.keys.count)
        for (index, statement) in statements.all.enumerated() {
            guard let person = statements.persons[index] else { continue }
            let (key, past) = (statements.signers[index], statements.pasts[index])
            let isCutOff = cutOff[statement.number] != nil
            switch statement.content {
            case .createPerson:
                stands[index] = true
                if !isCutOff { belongings[key].append(index) }
            case .joinPerson:
                stands[index] =
                    membership.adds(key, person).contains { past.contains($0) && stands[$0] }
                    || membership.recovers(key, person).contains {
                        past.contains($0) && recoveries.counting.contains($0)
                    }
                if !isCutOff, stands[index] { belongings[key].append(index) }
            case .addDevice, .updatePerson, .revokeDevice:
                stands[index] =
                    !isCutOff
                    && belongings[key].first { past.contains($0) }
                        .map { statements.persons[$0] == person } ?? false
            case .keepNodes, .recover: break
            }
        }
    }
}
