/// A count of what has been done, on standard error: only on a terminal, at most five times a second.
package struct Progress: ~Copyable {
    private let title: String
    /// What the numbers count, after a space; empty for things.
    private let unit: String
    private let isShown: Bool
    private var pace: ProgressPace
    private var last: (done: Int, total: Int)?

    /// - Parameters:
    ///   - title: what is being done: "Reading nodes".
    ///   - unit: what the numbers count, if not the things that the title names: "KiB".
    package init(_ title: String, unit: String? = nil, isShown: Bool) {
        self.title = title
        self.unit = unit.map { " \($0)" } ?? ""
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
        let text = "\r\(title): \(done * 100 / max(total, 1))% (\(done)/\(total)\(unit))\(end)"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "standard error")
    }
}
