extension Instant {
    /// The moment until which a task waits that waits without an end: 9999-12-30T00:00:00Z. Taskwarrior's `someday` is the
    /// same day of local clocks.
    package static let someday = Instant(milliseconds: 253_402_128_000_000)

    /// Whether the moment stands for no end: clocks of some zone show the last days of the year 9999.
    package var isSomeday: Bool { milliseconds >= Self.someday.milliseconds - 86_400_000 }
}
