import RedoModel

/// The time by which all times of a copy are moved: their order and distances stay, and no date, day of the week or time
/// of day.
struct TimeShift: Sendable {
    private let milliseconds: Int64

    private static let year: Int64 = 365 * 86_400_000

    /// Draws a shift of one to twenty years back: a store reports nodes that are dated into the future.
    init() { milliseconds = -Int64.random(in: Self.year...20 * Self.year) }

    /// A moment after the shift; what would lie before the year 0000 is its beginning.
    func image(of instant: Instant) -> Instant {
        max(Instant(milliseconds: instant.milliseconds + milliseconds), .earliest)
    }
}
