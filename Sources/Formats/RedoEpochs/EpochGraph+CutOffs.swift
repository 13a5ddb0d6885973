import RedoModel

extension EpochGraph {
    /// Which epochs of a set are cut off. With each epoch, the set must have all before it.
    ///
    /// An epoch is cut off if a concurrent one, which is not cut off, removes its signer, and the signer of that one is
    /// senior; or if only epochs that are cut off have added its signer. Each epoch is decided once those are on which
    /// it depends: the most senior first.
    func cutOff(in set: BitSet) -> BitSet {
        let numbers = set.elements
        let removers = numbers.filter { !vertices[$0].change.gone.isEmpty }
        var cutters: [Int: [Int]] = [:]
        for number in numbers {
            let found = removers.filter { canCutOff($0, number) }
            if !found.isEmpty { cutters[number] = found }
        }
        if cutters.isEmpty { return BitSet() }
        var adders: [Int: [Int]] = [:]
        for number in numbers {
            adders[number] = numbers.filter {
                vertices[number].past.contains($0) && adds($0, vertices[number].signer)
            }
        }
        var isCutOff: [Int: Bool] = [:]
        var undecided = numbers
        while !undecided.isEmpty {
            let before = undecided.count
            undecided.removeAll { number in
                let by = (cutters[number] ?? []).map { isCutOff[$0] }
                // The genesis has no epoch before it, and adds its own signer.
                let from = (adders[number] ?? []).map { isCutOff[$0] }
                if by.contains(false) || (!from.isEmpty && from.allSatisfy { $0 == true }) {
                    isCutOff[number] = true
                } else if by.allSatisfy({ $0 == true }) && (from.isEmpty || from.contains(false)) {
                    isCutOff[number] = false
                }
                return isCutOff[number] != nil
            }
            if undecided.count == before { keepOne(of: &undecided, &isCutOff) }
        }
        return BitSet(numbers.filter { isCutOff[$0] == true })
    }

    /// Resolves a cycle: contradictory lists can make epochs wait for one another. Then the one with the smallest
    /// reference is kept, so that all readers decide alike.
    private func keepOne(of undecided: inout [Int], _ isCutOff: inout [Int: Bool]) {
        guard
            let kept = undecided.min(by: {
                vertices[$0].epoch.reference < vertices[$1].epoch.reference
            })
        else { return }
        isCutOff[kept] = false
        undecided.removeAll { $0 == kept }
    }

    private func adds(_ number: Int, _ signer: SignerName) -> Bool {
        vertices[number].change.added.contains { signer.isNamed(by: $0.key.entry) }
    }

    private func removes(_ number: Int, _ signer: SignerName) -> Bool {
        let vertex = vertices[number]
        return vertex.change.gone.contains { signer.isNamed(by: $0) }
            && !vertex.roster.names(signer)
    }

    /// Whether one epoch cuts another one off unless it is cut off itself.
    private func canCutOff(_ remover: Int, _ number: Int) -> Bool {
        remover != number && removes(remover, vertices[number].signer)
            && !vertices[remover].past.contains(number)
            && !vertices[number].past.contains(remover)
            && isSenior(remover, to: number)
    }

    /// Whether the signer of one comes before that of another in the list of an epoch before both, and after it in
    /// none.
    private func isSenior(_ one: Int, to other: Int) -> Bool {
        let common = vertices[one].past.intersection(vertices[other].past).elements
        var isBefore = false
        for ancestor in common {
            let roster = vertices[ancestor].roster
            guard let first = roster.position(of: vertices[one].signer),
                let second = roster.position(of: vertices[other].signer)
            else { continue }
            if first > second { return false }
            if first < second { isBefore = true }
        }
        return isBefore
    }
}
