import RedoCommandLine
import RedoExchange
import RedoFirestore
import RedoModel
import RedoSystem

/// What becomes of the nodes of a push: counted, and told as it happens.
struct PushReport {
    /// Nodes to send.
    let total: Int
    let isSkippingUnsigned: Bool
    private let isPorcelain: Bool
    private(set) var sentCount = 0
    private var presentCount = 0
    private var unsignedCount = 0
    private var heldCount = 0
    private var isRefused = false
    private var isDamaged = false
    /// The hints for nodes that no key here can sign.
    private var hints: [String] = []

    init(_ arguments: Arguments, total: Int) {
        self.total = total
        isSkippingUnsigned = arguments.has(SyncOptions.skipUnsigned)
        isPorcelain = arguments.has(SyncOptions.porcelain)
    }

    /// Nodes that are there now.
    var settledCount: Int { sentCount + presentCount }

    /// Whether something stays that another push may send.
    var isIncomplete: Bool { isDamaged || heldCount > 0 }

    /// A node could not be read.
    mutating func noteDamage() { isDamaged = true }

    /// The hints for nodes that no key here can sign.
    mutating func note(_ hints: [String]) {
        self.hints += hints.filter { !self.hints.contains($0) }
    }

    /// A node has no signature, and no key here can sign it.
    mutating func noteUnsigned(
        _ id: NodeID, _ reason: String, _ context: inout CommandContext
    ) throws(RedoError) {
        unsignedCount += 1
        heldCount += 1
        isRefused = isRefused || !isSkippingUnsigned
        let code = ErrorCode.invalidSignature
        let text = "the node has no signature, and \(reason)"
        if isSkippingUnsigned, !isPorcelain {
            context.warn(code, "\(id) \(text)")
        } else {
            try complain(id, code, text, &context)
        }
    }

    /// - Parameter path: of its document.
    mutating func note(
        _ id: NodeID, _ outcome: FirestorePush.Outcome, _ path: String,
        _ context: inout CommandContext
    ) throws(RedoError) {
        switch outcome {
        case .sent, .present:
            if outcome == .sent { sentCount += 1 } else { presentCount += 1 }
            if isPorcelain { try context.print("\(id)\t\(path)\tOK\n") }
        case .kept(let code, let reason):
            isRefused = true
            try complain(id, code, reason, &context)
        case .held(let code, let reason):
            heldCount += 1
            isRefused = true
            try complain(id, code, reason, &context)
        }
    }

    private func complain(
        _ id: NodeID, _ code: ErrorCode, _ reason: String, _ context: inout CommandContext
    ) throws(RedoError) {
        if isPorcelain {
            try context.print("\(id)\t-\t\(code)\n")
        } else {
            context.complain("error: \(code): \(id) \(reason)".printable + "\n")
        }
    }

    /// Says what went.
    ///
    /// - Parameter name: of the remote.
    /// - Returns: whether all went that was to go.
    func finish(_ name: String, _ context: inout CommandContext) throws(RedoError) -> Bool {
        if !isPorcelain {
            if settledCount == 0 {
                try context.print("nothing was pushed\n")
            } else {
                try context.print(
                    "pushed \(counted(sentCount, "node")) to \(name)"
                        + (presentCount == 0
                            ? "\n" : ", which had \(presentCount) others already\n"))
            }
            if isRefused, unsignedCount > 0 {
                for hint in hints { context.complain("hint: \(hint.printable)\n") }
                context.complain("hint: 'redo push --skip-unsigned' pushes the rest\n")
            }
        }
        return !isRefused && !isDamaged
    }
}
