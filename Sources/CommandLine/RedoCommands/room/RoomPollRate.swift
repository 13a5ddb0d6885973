/// How often a remote is asked while a room is followed: every second while others write, and ever more seldom while they
/// do not, up to every 30 seconds.
struct RoomPollRate: Equatable {
    static let least = 1000
    static let greatest = 30_000

    /// The time until the next look, in milliseconds.
    private(set) var milliseconds = least

    /// Takes in what the last look brought.
    ///
    /// - Parameter isActive: whether others wrote something since, or this device did, which others will answer.
    mutating func note(isActive: Bool) {
        milliseconds = isActive ? Self.least : min(milliseconds * 2, Self.greatest)
    }
}
