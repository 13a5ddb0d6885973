import RedoModel

/// The clock of a device: it goes as time does, and shows something else.
struct SimulatedClock {
    /// How far it is ahead of time, in milliseconds.
    var skew: Int64 = 0

    /// The moment at which simulations begin.
    static let start = Instant(milliseconds: 1_763_290_800_000)

    /// What it shows.
    ///
    /// - Parameter time: in milliseconds since the beginning.
    func reading(at time: Int64) -> Instant {
        Instant(milliseconds: Self.start.milliseconds + time + skew)
    }
}
