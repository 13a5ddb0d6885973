import RedoJSON
import TestSupport
import Testing

/// Random commands of three people on one task, beside a table of who may do what: with one store, where each sees what
/// the others did, permissions are as simple as that.
@Suite struct RandomShareCommandTests {
    private enum Level: Int, CaseIterable, Comparable {
        case none, read, write, admin

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    @Test func commandsDoWhatTheTableSaysAndWriteNothingVoid() throws {
        let seed = Seed()
        var random = seed.generator
        let store = try SharedStore()
        let people = [store.ann, store.ben, store.eve]
        let task = try store.ann.add("Water")
        _ = try store.ben.add("Ben's own")
        _ = try store.eve.add("Eve's own")
        let ids = try people.map { try $0.user }
        /// Of all but the owner, who is the first.
        var levels: [Level] = [.admin, .none, .none]
        var isShared = false
        for step in 0..<40 {
            let actor = Int.random(in: 0..<3, using: &random)
            let target = Int.random(in: 1..<3, using: &random)
            let before = try store.ann.nodeCount()
            var isAllowed = false
            var changes = true
            let outcome: CommandOutcome
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                isAllowed = !isShared || levels[actor] >= .write
                outcome = try people[actor].run("edit", task, "--title", "\(step)")
            case 2:
                let wanted = Level.allCases.randomElement(using: &random) ?? .read
                guard wanted != .none else { continue }
                changes = levels[target] != wanted
                isAllowed =
                    levels[actor] == .admin
                    && (actor != target || wanted >= levels[target])
                outcome = try people[actor].run(
                    "share", task, "--with", ids[target], "--as", "\(wanted)")
                if isAllowed { (levels[target], isShared) = (wanted, true) }
            default:
                changes = levels[target] != .none
                isAllowed = changes && (levels[actor] == .admin || actor == target)
                outcome = try people[actor].run("unshare", task, "--with", ids[target])
                if isAllowed { levels[target] = .none }
            }
            let now = try store.ann.nodeCount()
            #expect((outcome.status == 0) == isAllowed, "step \(step): \(outcome) \(seed.replay)")
            #expect(
                (now > before) == (isAllowed && changes), "step \(step): \(outcome) \(seed.replay)")
            let grants = try store.ann.grants(task).filter { !$0.hasPrefix("none") }
            let expected = (1..<3).filter { levels[$0] != .none }
                .map { "\(levels[$0]) \(ids[$0])" }.sorted()
            #expect(grants == expected, "step \(step) \(seed.replay)")
        }
        #expect(try store.ann.voids().isEmpty, seed.replay)
    }
}
