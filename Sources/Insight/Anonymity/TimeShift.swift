import RedoModel

/// The shift of all times of a copy: their order and distances are kept, but not a date, a day of the week or a time of
/// day.
struct TimeShift: Sendable {
    private let milliseconds: Int64

    private static let year: Int64 = 365 * 86_400_000

    /// Draws a shift of one to twenty years into the past: a store reports nodes with dates in the future.
    init() { milliseconds = -Int64.random(in: Self.year...20 * Self.year) }

    /// A moment after the shift; a moment before the year 0000 becomes its beginning.
    func image(of instant: Instant) -> Instant {
        max(Instant(milliseconds: instant.milliseconds + milliseconds), .earliest)
    }
}
