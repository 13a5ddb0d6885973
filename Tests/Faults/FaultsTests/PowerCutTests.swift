import Foundation
import TestSupport
import Testing

/// The power fails between any two operations on files, and the disk has lost, reordered or torn what was not synced:
/// what a command had acknowledged is there and whole, and nothing half-written counts.
@Suite(.withFaults) struct PowerCutTests {
    /// How many cut points are tried in all: 600, or as many as `REDO_CUTS` says.
    static let cutCount =
        ProcessInfo.processInfo.environment["REDO_CUTS"].flatMap { Int($0) } ?? 600

    /// The commands of a session, in a store that has two packs and some loose nodes.
    enum Session: CaseIterable {
        case writing, packing, exchanging, sharing
        /// With so many packed nodes that caches are kept.
        case caching
        /// With `core.fsync = none`.
        case unsynced

        var commands: [WritingCommand] {
            switch self {
            case .writing:
                [
                    "add 'Wash the car' --due 2025-12-01T09:00:00.000Z",
                    "done 'Water the plants'", "edit 'Buy cake' -p 2", "config user.name Anna",
                    "keygen --no-passphrase --name Second", "category add Work",
                    "delete 'Bake a cake'", "restore 'Bake a cake'", "undo",
                    "import ../few.jsonl", "template add party 'Bake a cake' 'Wash the car'",
                    "template use party", "config gc.auto 5", "add 'And another'",
                ].map { WritingCommand($0) }
            case .packing:
                [
                    "gc -q", "add 'One more'", "import ../many.jsonl", "gc -q --all",
                    "edit 'Buy cake' -p 4", "pack -q --all", "prune -q", "fsck --repair", "index",
                    "trash list", "add 'The last'",
                ].map { WritingCommand($0) }
            case .caching:
                [WritingCommand("add -", input: WritingCommand.manyTitles)]
                    + [
                        "gc -q --all", "list", "replay --hash", "heads", "done 'Buy cake'", "list",
                        "edit 'Item 7' -p 1", "gc -q", "list", "replay --hash", "delete 'Item 9'",
                        "gc -q --all", "status",
                    ].map { WritingCommand($0) }
            case .unsynced:
                [
                    "config core.fsync none", "add 'One more'", "done 'Water the plants'",
                    "import ../few.jsonl", "gc -q", "import ../many.jsonl", "gc -q --all",
                    "edit 'Buy cake' -p 4",
                ].map { WritingCommand($0) }
            case .sharing:
                [
                    "person create Ana -y", "agent add bot --category Home",
                    "share --category Home --with $other --as read -y",
                    "edit 'Buy cake' --category Home", "unshare --category Home --with $other",
                    "agent revoke bot", "room open Ana=me Eve=$other --tier 10 --yes",
                    "fetch origin", "config sync.claims origin", "claim 'Buy cake'",
                    "release 'Buy cake'", "add 'The last'",
                ].map { WritingCommand($0) }
            case .exchanging:
                [
                    "fetch origin", "fetch stick", "fetch full", "merge 'Buy cake'", "push origin",
                    "add 'To be sent'", "push stick", "sync origin",
                    "mirror --to ../mirror.git", "import ../many.jsonl", "push origin",
                    "push stick", "mirror --to ../mirror.git",
                ].map { WritingCommand($0) }
            }
        }
    }

    @Test(arguments: Session.allCases)
    func whatWasAcknowledgedLasts(_ session: Session) throws {
        let seed = Seed()
        let world = try FaultWorld()
        let campaign = PowerCutCampaign(
            try RecordedSession(session.commands, in: world), world, seed: seed.value,
            isSynced: session != .unsynced)
        let result = try campaign.run(
            count: Self.cutCount / Session.allCases.count, trying: 1.0 / 16)
        for fault in result.faults.prefix(5) {
            Issue.record("\(fault)\n\(seed.replay.rawValue)")
        }
        print(
            "\(result.cutCount) power cuts in \(campaign.operationCount) operations, "
                + "\(result.stateCount) states, \(result.triedCount) worked with, "
                + "\(result.faults.count) faults (seed \(seed.value))")
    }
}
