import RedoCheckpoints
import RedoModel

/// The result of reading every byte of a remote.
package struct VerifyOutcome {
    package let slots: [SlotVerification]
    /// Further information about the remote.
    package let notes: [String]
    /// What it no longer shows of what was seen before.
    package let findings: [NotedFinding]
    package let packCount: Int
    package let nodeCount: Int
    /// The time at which it was read.
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

    /// Whether everything on the remote is valid, and nothing is withheld.
    package var isSound: Bool {
        slots.allSatisfy(\.faults.isEmpty) && !findings.contains(where: isAccusation)
    }

    /// Whether another program is still copying some of it.
    package var isArriving: Bool { !findings.allSatisfy(isAccusation) }
}

/// The result of checking one slot of a remote.
package struct SlotVerification {
    package let slot: Slot
    /// Nil if it cannot be read.
    package var statement: SignedStatement?
    /// Why the statement does not count here; nil if it does.
    package var weightlessness: String?
    /// Whether the statement is not about the slot under whose name it is stored.
    package var isStray = false
    /// Whether the statement's counts and root match its packs.
    package var isTrue = true
    /// The faults of the slot.
    package var faults: [String] = []

    package init(_ slot: Slot) { self.slot = slot }
}
