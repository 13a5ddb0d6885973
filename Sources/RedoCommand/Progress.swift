import RedoSystem

/// A count of what has been done, on standard error: only on a terminal, at most five times a second.
package struct Progress: ~Copyable {
    private let title: String
    private let total: Int
    private let isShown: Bool
    private var done = 0
    private var lastShown: UInt64 = 0

    private static let interval: UInt64 = 200_000_000

    /// - Parameter isForced: show it although standard error is no terminal.
    package init(_ title: String, total: Int, isForced: Bool = false) {
        self.title = title
        self.total = total
        isShown = isForced || Terminal.isTerminal(2)
        lastShown = isShown ? Clock.monotonicNanoseconds() : 0
    }

    package mutating func advance(by count: Int) {
        done += count
        guard isShown else { return }
        let now = Clock.monotonicNanoseconds()
        guard now - lastShown >= Self.interval else { return }
        lastShown = now
        show("\r")
        hasShown = true
    }

    private var hasShown = false

    /// Ends the line, if there is one.
    package consuming func finish() { if hasShown { show("\r", end: "\n") } }

    private func show(_ start: String, end: String = "") {
        let percent = total > 0 ? done * 100 / total : 100
        let text = "\(start)\(title): \(percent)% (\(done)/\(total))\(end)"
        try? writeBytes(Array(text.utf8).span, to: 2, path: "standard error")
    }
}
