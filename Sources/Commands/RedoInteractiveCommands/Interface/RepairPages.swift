/// Pages that look at nodes and at the store: what commands print, and lines that lead to further commands.
extension OutputPage {
    /// A node: its JSON, what it follows and what follows it, and what else there is to ask of it.
    ///
    /// - Parameter id: of the node, whole.
    static func node(_ id: String) -> OutputPage {
        OutputPage(
            "Node", [["cat-node", "--parents", id], ["cat-node", "--children", id]],
            menu: [
                MenuLine(
                    "What it changed, and what became of it", "Patch", ["log", "-p", "-n", "1", id]),
                MenuLine("Whether it is valid, and why not", "Verdict", ["verify", "--json", id]),
                MenuLine("What set each field, up to here", "Blame", ["blame", id]),
            ], after: [["cat-node", "--pretty", id]])
    }

    /// The reports and repairs that can be chosen.
    static var repair: OutputPage {
        OutputPage(
            "Repair", [],
            menu: [
                MenuLine(
                    "Tasks that have diverged, with what a merge writes", "Diverged", divergedWords),
                MenuLine("Check all nodes", "Verify", ["verify"]),
                MenuLine("Read every byte of the store", "Check", ["fsck"]),
                MenuLine(
                    "What lies in quarantine, and why", "Quarantine", ["fsck", "--quarantine"]),
                MenuLine(
                    "Repair: damaged files go into quarantine", "Repair", ["fsck", "--repair"]),
                MenuLine("How many nodes and packs there are", "Objects", ["count-objects"]),
            ])
    }

    /// The tasks that have diverged: what lines name is opened to be merged.
    static let divergedWords = ["merge", "--all", "--dry-run"]
}
