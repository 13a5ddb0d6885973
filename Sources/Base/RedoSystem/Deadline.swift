/// The moment at which a wait ends, by the monotonic clock.
///
/// A timeout for each byte never ends a program that sends one byte at a time; a deadline limits a whole answer.
package struct Deadline: Sendable {
    /// In nanoseconds of ``Clock/monotonicNanoseconds()``.
    private let end: UInt64

    private static let second: UInt64 = 1_000_000_000

    /// The moment that is a number of seconds from now.
    package init(after seconds: Int) {
        end = Clock.monotonicNanoseconds() + UInt64(max(seconds, 0)) * Self.second
    }

    /// The seconds that are left, rounded up: at least 1.
    ///
    /// - Throws: ``TimeoutSocket/Interruption/silent`` if none are left.
    package func remaining() throws(TimeoutSocket.Interruption) -> Int {
        let now = Clock.monotonicNanoseconds()
        guard now < end else { throw .silent }
        return Int((end - now + Self.second - 1) / Self.second)
    }
}
