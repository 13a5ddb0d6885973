/// A progress line on standard error: only on a terminal, updated at most five times a second.
package struct Progress: ~Copyable {
    private let title: String
    /// The unit of the numbers, after a space; empty if they count things.
    private let unit: String
    private let isShown: Bool
    private var pace: ProgressPace
    private var last: (done: Int, total: Int)?

    /// - Parameters:
    ///   - title: the work: "Reading nodes".
    ///   - unit: the unit of the numbers, if it is not the things that the title names: "KiB".
    package init(_ title: String, unit: String? = nil, isShown: Bool) {
        self.title = title
        self.unit = unit.map { " \($0)" } ?? ""
        self.isShown = isShown
        pace = ProgressPace(from: isShown ? Clock.monotonicNanoseconds() : 0)
    }

    /// Shows how much is done, at most five times a second.
    package mutating func show(done: Int, total: Int) {
        guard isShown, pace.isDue(at: Clock.monotonicNanoseconds()) else { return }
        last = (done, total)
        write(done, total, end: "")
    }

    /// Ends the line, if one was shown, so that other output can follow.
    package mutating func leaveLine() {
        guard last != nil else { return }
        last = nil
        try? writeBytes([UInt8(ascii: "\n")].span, to: 2, path: "standard error")
    }

    /// Shows the final count, if anything was shown.
    package consuming func finish() {
        if let last { write(last.total, last.total, end: "\n") }
    }

    private func write(_ done: Int, _ total: Int, end: String) {
        let text = "\r\(title): \(done * 100 / max(total, 1))% (\(done)/\(total)\(unit))\(end)"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "standard error")
    }
}
