/// The rate at which a remote is asked while a room is followed: every second while others write and for half a minute after, and then ever
/// more seldom, up to every 30 seconds.
struct RoomPollRate: Equatable {
    static let least = 1000
    static let maximum = 30_000
    /// The number of looks that bring nothing and do not slow it down: whoever answers takes a moment to write.
    static let patience = 30

    /// The time until the next look, in milliseconds.
    private(set) var milliseconds = least
    /// The number of looks in a row that have brought nothing.
    private var idleCount = 0

    /// Notes what the last look brought.
    ///
    /// - Parameters:
    ///   - isActive: whether others wrote something since, or this device did, which others will answer.
    ///   - hasFailed: whether the remote could not be asked: then it is left alone.
    mutating func note(isActive: Bool, hasFailed: Bool = false) {
        idleCount = isActive ? 0 : min(idleCount + 1, Self.patience + 1)
        let isQuiet = hasFailed || idleCount > Self.patience
        milliseconds = isQuiet ? min(milliseconds * 2, Self.maximum) : Self.least
    }
}
