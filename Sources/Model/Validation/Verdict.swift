import RedoSystem

/// The verdict of stage 3 on a node.
package enum Verdict: Equatable, Sendable {
    case accepted
    /// Accepted, but of an action that replay does not support (RECONSTRUCT_002).
    case skipped
    /// Without effect, because the user ignores its author.
    case ignored
    /// `culprit` is the ancestor that breaks the branch, for E_BROKEN_BRANCH.
    case rejected(ErrorCode, culprit: Int? = nil)

    package var isAccepted: Bool {
        switch self {
        case .accepted, .skipped: true
        case .ignored, .rejected: false
        }
    }
}

/// The verdicts of stage 3 on the nodes of a log, in five bytes for each.
package struct Verdicts: RandomAccessCollection, Equatable, Sendable {
    private var outcomes: [Outcome] = []
    /// For each node the first ancestor of its task, or the node itself, that ends the branch; or ``none``.
    private var ends: [Int32] = []

    private enum Outcome: Equatable, Sendable {
        case accepted
        case skipped
        case ignored
        case rejected(ErrorCode)
    }

    private static let none: Int32 = -1

    init(capacity: Int) {
        outcomes.reserveCapacity(capacity)
        ends.reserveCapacity(capacity)
    }

    /// - Parameter end: the first ancestor of its task, or the node itself, that ends the branch. The culprit of a
    ///   verdict is its end.
    mutating func append(_ verdict: Verdict, end: Int? = nil) {
        switch verdict {
        case .accepted: outcomes.append(.accepted)
        case .skipped: outcomes.append(.skipped)
        case .ignored: outcomes.append(.ignored)
        case .rejected(let code, _): outcomes.append(.rejected(code))
        }
        ends.append(end.map { Int32($0) } ?? Self.none)
    }

    /// The first ancestor of the node's task, or the node itself, that ends the branch.
    func end(of number: Int) -> Int? {
        let end = ends[number]
        return end == Self.none ? nil : Int(end)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { outcomes.count }

    package subscript(number: Int) -> Verdict {
        switch outcomes[number] {
        case .accepted: .accepted
        case .skipped: .skipped
        case .ignored: .ignored
        case .rejected(.brokenBranch): .rejected(.brokenBranch, culprit: end(of: number))
        case .rejected(let code): .rejected(code)
        }
    }
}
