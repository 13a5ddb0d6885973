import RedoSystem

/// The mistakes of stage 1, of which the one with the first code in the table is kept.
struct RejectionCollector {
    private(set) var first: (code: ErrorCode, detail: String)?

    mutating func note(_ code: ErrorCode, _ detail: @autoclosure () -> String) {
        if let first, first.code <= code { return }
        first = (code, detail())
    }

    /// Records the expected value of a member.
    mutating func note(_ member: String, mustBe expected: @autoclosure () -> String) {
        note(.schemaMismatch, "\(member) must be \(expected())")
    }
}
