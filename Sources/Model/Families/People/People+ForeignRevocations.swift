extension People {
    /// A key that joined a person and that another person revokes. Two persons are equals: no RECOVER undoes what the
    /// other one revokes (docs/extensions.md, section 4, "Known limits").
    package struct ForeignRevocation: Sendable {
        /// The key as a device of the first person, even if it no longer is one.
        package let device: Device
        package let revocation: Revocation
    }

    /// The revocations of a person's devices by other persons, one for each device and person.
    func foreignRevocations(
        of person: Int, _ verdicts: StatementVerdicts
    ) -> [ForeignRevocation] {
        let statements = verdicts.membership.statements
        let id = statements.all[statements.creates[person]].node.id
        var found: [ForeignRevocation] = []
        var seen: Set<Int> = []
        for index in statements.byPerson[person] where verdicts.membership.isBelonging(index) {
            let key = statements.signers[index]
            guard seen.insert(key).inserted else { continue }
            var persons: Set<NodeID> = [id]
            for revocation in revocations(of: statements.keys[key])
            where persons.insert(revocation.person).inserted {
                found.append(
                    ForeignRevocation(
                        device: device(verdicts, key, index, person), revocation: revocation))
            }
        }
        return found
    }
}
