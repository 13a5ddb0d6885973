import RedoExchange
import RedoFirestore
import RedoModel
import RedoSystem

/// The results of the nodes of a push: counted, and reported as they happen.
struct PushTally {
    private let session: ExchangeSession
    private(set) var sentCount = 0
    private var presentCount = 0
    private var unsignedCount = 0
    private var heldCount = 0
    private var isRefused = false
    private var isDamaged = false
    /// The hints for nodes that no key here can sign.
    private var hints: [String] = []

    init(_ session: ExchangeSession) { self.session = session }

    /// The number of nodes that are in the replica now.
    var settledCount: Int { sentCount + presentCount }

    /// Whether nodes remain that another push may send.
    var isIncomplete: Bool { isDamaged || heldCount > 0 }

    /// Records that a node could not be read.
    mutating func noteDamage() { isDamaged = true }

    /// Adds hints about nodes that no key here can sign.
    mutating func note(_ hints: [String]) {
        self.hints += hints.filter { !self.hints.contains($0) }
    }

    /// Records a node without a signature that no key here can sign.
    mutating func noteUnsigned(_ id: NodeID, _ reason: String) throws(RedoError) {
        unsignedCount += 1
        heldCount += 1
        let (code, detail) = (
            ErrorCode.invalidSignature, "the node has no signature, and \(reason)"
        )
        if session.request.skipsUnsigned {
            try session.report(id, at: nil, .skipped(code, detail: detail))
        } else {
            isRefused = true
            try session.report(id, at: nil, .refused(code, detail: detail))
        }
    }

    /// - Parameter path: the path of the node's document.
    mutating func note(
        _ id: NodeID, _ outcome: FirestorePush.Outcome, _ path: String
    ) throws(RedoError) {
        switch outcome {
        case .sent, .present:
            if outcome == .sent { sentCount += 1 } else { presentCount += 1 }
            if session.delegate.wantsEachItem { try session.report(id, at: path, .done) }
        case .kept(let code, let reason):
            isRefused = true
            try session.report(id, at: nil, .refused(code, detail: reason))
        case .held(let code, let reason):
            heldCount += 1
            isRefused = true
            try session.report(id, at: nil, .refused(code, detail: reason))
        }
    }

    /// The result of the push.
    var outcome: PushOutcome {
        var outcome = PushOutcome()
        outcome.sentCount = sentCount
        outcome.presentCount = presentCount
        outcome.hasDamage = isDamaged
        outcome.isDone = !isRefused && !isDamaged
        if isRefused, unsignedCount > 0 {
            outcome.hints = hints + ["'redo push --skip-unsigned' pushes the rest"]
        }
        return outcome
    }
}
