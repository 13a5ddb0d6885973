import RedoCheckpoints
import RedoModel

/// What was found of a remote all of whose bytes were read.
package struct VerifyOutcome {
    package let slots: [SlotVerification]
    /// What else there is to say of the remote.
    package let notes: [String]
    /// What it does not show of what was seen before.
    package let findings: [NotedFinding]
    package let packCount: Int
    package let nodeCount: Int
    /// When it was read.
    package let time: Instant
    /// Whether another program copies what is there.
    package let isCopied: Bool

    package init(
        _ slots: [SlotVerification], notes: [String], _ findings: [NotedFinding], packCount: Int,
        nodeCount: Int, at time: Instant, isCopied: Bool
    ) {
        self.slots = slots
        self.notes = notes
        self.findings = findings
        self.packCount = packCount
        self.nodeCount = nodeCount
        self.time = time
        self.isCopied = isCopied
    }

    private func isAccusation(_ finding: NotedFinding) -> Bool {
        finding.isAccusation(at: time, isCopied: isCopied)
    }

    /// Whether all that is there holds, and nothing is withheld.
    package var isSound: Bool {
        slots.allSatisfy(\.faults.isEmpty) && !findings.contains(where: isAccusation)
    }

    /// Whether another program still brings some of it.
    package var isArriving: Bool { !findings.allSatisfy(isAccusation) }
}

/// What the check of one slot of a remote found.
package struct SlotVerification {
    package let slot: Slot
    /// Nil if it cannot be read.
    package var statement: SignedStatement?
    /// Why the statement has no weight here; nil if it has.
    package var weightlessness: String?
    /// Whether the statement says nothing of the slot under whose name it is.
    package var isStray = false
    /// Whether the statement's numbers and root are those of its packs.
    package var isTrue = true
    /// What is wrong with it.
    package var faults: [String] = []

    package init(_ slot: Slot) { self.slot = slot }
}
