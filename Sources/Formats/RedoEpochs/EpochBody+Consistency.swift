import RedoCrypto
import RedoModel

extension EpochBody {
    /// The contradiction within the body; nil if there is none.
    ///
    /// - Complexity: O(n).
    var inconsistency: EpochFault.Inconsistency? {
        guard past.references.count <= Self.maximumPastCount,
            parents.count <= Self.maximumPastCount
        else { return .size }
        guard Self.isStrictlySorted(parents), Self.isStrictlySorted(past.references) else {
            return .order
        }
        let known = Set(past.references)
        guard parents.allSatisfy(known.contains), parents.isEmpty == known.isEmpty,
            !past.references.contains(where: { $0.id == id })
        else { return .past }
        for index in past.references.indices.dropFirst()
        where past.references[index].id == past.references[index - 1].id {
            guard past.hasOneKey(at: index, and: index - 1) else { return .keys }
        }
        return Self.inconsistency(in: members)
    }

    /// The contradiction within a list of members; nil if there is none.
    static func inconsistency(in members: [Member]) -> EpochFault.Inconsistency? {
        let entries = members.map(\.entries)
        guard entries.reduce(0, { $0 + $1.count }) <= maximumEntryCount else { return .size }
        guard !members.isEmpty, Set(members.map(\.principal)).count == members.count,
            entries.allSatisfy({ !$0.isEmpty && Set($0).count == $0.count })
        else { return .members }
        for (member, entries) in zip(members, entries)
        where entries.contains(where: { $0.box.isOfSmallOrder }) {
            return .boxKey(of: member.principal)
        }
        return nil
    }

    private static func isStrictlySorted(_ references: [EpochReference]) -> Bool {
        references.indices.dropFirst().allSatisfy { references[$0 - 1] < references[$0] }
    }
}
