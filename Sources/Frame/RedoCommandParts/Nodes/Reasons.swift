import RedoModel
import RedoSystem

/// Why stage 3 rejects a node, in words.
package func reason(of code: ErrorCode, culprit: Int?, _ validation: HistoryValidation) -> String {
    switch code {
    case .brokenBranch:
        guard let culprit else { return "" }
        let deletes = validation.verdicts[culprit].isAccepted
        return
            "its ancestor \(validation.graph.id(of: culprit)) \(deletes ? "deletes the branch" : "is rejected")"
    case .duplicateCreate: return "another CREATE creates the same task"
    case .invalidTodoReference: return "no earlier node creates the to-do that it names"
    case .schemaMismatch: return "the base of the MERGE is not an ancestor of every parent"
    case .missingTaskID: return "a task action without taskId"
    default: return ""
    }
}

extension NodeOutcome {
    /// The state of a node, and the reason, in words.
    ///
    /// - Parameters:
    ///   - voids: why nodes of the log are void.
    ///   - name: what a node is called, by number.
    package func text(
        _ validation: HistoryValidation, _ voids: VoidNodes, name: (Int) -> String
    ) -> String {
        switch self {
        case .counts: "counts"
        case .countsAgain(let tombstone, let survivor):
            "counts: \(name(tombstone)) deletes it, and \(name(survivor)), made without knowing of "
                + "that, brings it back"
        case .hasNoCreate: "has no effect: there is no CREATE that counts before it"
        case .isSkipped:
            "skipped, because this version does not know the action (\(ErrorCode.unknownAction))"
        case .isIgnored: "ignored: 'redo ignore' names its author or person"
        case .isVoid(let reason): voids.text(reason)
        case .tombstone(0): "deletes the branch; what it names lives on elsewhere"
        case .tombstone(let count):
            "deletes the branch: \(count) \(count == 1 ? "node has" : "nodes have") no effect"
        case .isBuried(let tombstone): "has no effect: \(name(tombstone)) deletes it"
        case .isRejected(let code, let culprit):
            "rejected: \(reason(of: code, culprit: culprit, validation)) (\(code))"
        }
    }
}

extension VoidNodes {
    /// A sentence that a node is void, with the rule and the code.
    package func text(_ reason: VoidReason) -> String {
        "void: \(ruleText(reason))"
    }

    /// The rule by which a node is void, and its code.
    package func ruleText(_ reason: VoidReason) -> String {
        "\(sentence(reason).printable) (\(reason.code))"
    }
}
