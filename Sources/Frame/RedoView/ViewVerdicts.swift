import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// What became of the nodes of a log that do not simply count, in words, with the nodes that decide it.
struct ViewVerdicts {
    private let log: Log
    private let outcomes: [NodeOutcome?]
    private let voids: VoidNodes
    private let abbreviations: Abbreviations
    /// By task: its CREATE, and the nodes that give and take permissions.
    private let permissions: [TaskID: [Int]]

    /// The maximum number of nodes about permissions that one verdict names.
    private static let maximumPermissionCount = 20

    init(_ log: Log) {
        self.log = log
        outcomes = log.replay.outcomes()
        voids = log.replay.voidsWithRooms
        abbreviations = log.abbreviations()
        var permissions: [TaskID: [Int]] = [:]
        if !voids.isEmpty {
            for (number, node) in log.nodes.enumerated() {
                guard let task = node.taskID, node.action == .create || node.isAboutPermission
                else { continue }
                permissions[task, default: []].append(number)
            }
        }
        self.permissions = permissions
    }

    /// The outcome of a node and the reason for it.
    struct Verdict {
        let kind: String
        let code: ErrorCode?
        let text: String
        /// The nodes that decide it, by number.
        let deciders: [Int]
        let hasEffect: Bool
    }

    /// - Returns: nil for a node that counts, or belongs to another family and is not void there.
    func verdict(of number: Int, _ text: ViewText) -> Verdict? {
        let node = log.nodes[number]
        if let reason = voids.reason(of: node.id) { return void(number, reason, text) }
        guard let outcome = outcomes[number], outcome != .counts else { return nil }
        if outcome == .isSkipped, FamilyAction.definition(of: node.action) != nil { return nil }
        let words = outcome.text(log.replay.validation, voids) {
            abbreviations.text(of: log.nodes[$0].id)
        }
        func made(
            _ kind: String, _ code: ErrorCode? = nil, by deciders: [Int] = [],
            _ effect: Bool = false
        ) -> Verdict {
            Verdict(kind: kind, code: code, text: words, deciders: deciders, hasEffect: effect)
        }
        switch outcome {
        case .counts: return nil
        case .countsAgain(let tombstone, let survivor):
            return made("restored", by: [tombstone, survivor], true)
        case .hasNoCreate: return made("withoutCreate")
        case .isSkipped: return made("skipped", .unknownAction)
        case .isIgnored: return made("ignored")
        case .isVoid(let reason): return void(number, reason, text)
        case .tombstone: return made("deletes", nil, by: [], true)
        case .isBuried(let tombstone): return made("buried", by: [tombstone])
        case .isRejected(let code, let culprit):
            let original = code == .duplicateCreate ? original(of: number) : nil
            return made("rejected", code, by: [culprit ?? original].compactMap(\.self))
        }
    }

    private func void(_ number: Int, _ reason: VoidReason, _ text: ViewText) -> Verdict {
        var deciders: [Int] = []
        _ = reason.sentence {
            deciders.append($0)
            return ""
        }
        if deciders.isEmpty, reason.code == .permissionDenied, let task = log.nodes[number].taskID {
            let known = (permissions[task] ?? []).filter { $0 != number }
            deciders = Array(known.prefix(Self.maximumPermissionCount))
        }
        // The mistake of a malformed node can quote it.
        var isQuoting = false
        if case .malformed = reason { isQuoting = true }
        let words =
            isQuoting
            ? text.shown(voids.text(reason), or: "void: \(reason.code)") : voids.text(reason)
        return Verdict(
            kind: "void", code: reason.code, text: words,
            deciders: deciders.filter { log.nodes.indices.contains($0) }, hasEffect: false)
    }

    /// The CREATE of the task that counts.
    private func original(of number: Int) -> Int? {
        let task = log.nodes[number].taskID
        return log.nodes.indices.first {
            log.nodes[$0].taskID == task && log.nodes[$0].action == .create
                && log.replay.validation.verdicts[$0].isAccepted
        }
    }
}

extension Node {
    /// Whether it gives or takes a permission.
    fileprivate var isAboutPermission: Bool {
        ["SHARE", "UNSHARE"].contains(action.description)
    }
}
