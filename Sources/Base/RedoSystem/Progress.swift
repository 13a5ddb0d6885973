/// A count of what has been done, on standard error: only on a terminal, at most five times a second.
package struct Progress: ~Copyable {
    private let title: String
    private let isShown: Bool
    private var pace: ProgressPace
    private var last: (done: Int, total: Int)?

    /// - Parameter title: what is being done: "Reading nodes".
    package init(_ title: String, isShown: Bool) {
        self.title = title
        self.isShown = isShown
        pace = ProgressPace(from: isShown ? Clock.monotonicNanoseconds() : 0)
    }

    /// Shows how far the work is, at most five times a second.
    package mutating func show(done: Int, total: Int) {
        guard isShown, pace.isDue(at: Clock.monotonicNanoseconds()) else { return }
        last = (done, total)
        write(done, total, end: "")
    }

    /// Leaves the line to others, if anything was shown in it.
    package mutating func leaveLine() {
        guard last != nil else { return }
        last = nil
        try? writeBytes([UInt8(ascii: "\n")].span, to: 2, path: "standard error")
    }

    /// Shows the end, if anything was shown.
    package consuming func finish() {
        if let last { write(last.total, last.total, end: "\n") }
    }

    private func write(_ done: Int, _ total: Int, end: String) {
        let text = "\r\(title): \(done * 100 / max(total, 1))% (\(done)/\(total))\(end)"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "standard error")
    }
}
