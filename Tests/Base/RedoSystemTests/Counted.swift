import RedoSystem

/// A value that is counted as long as it is there.
final class Counted: Sendable {
    private let alive: Locked<Int>

    init(_ alive: Locked<Int>) {
        self.alive = alive
        alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
}
