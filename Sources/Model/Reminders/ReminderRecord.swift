/// The record of the reminders of a store that have been announced on this device.
package struct ReminderRecord: Equatable, Sendable {
    /// The beginning of the record; a reminder that is more than ``grace`` older is never announced.
    package private(set) var began: Instant
    /// The moment up to which older reminders have been counted.
    package private(set) var through: Instant
    package private(set) var announced: Set<Reminder>
    /// What was announced about rooms.
    package private(set) var rooms: Set<RoomReminder>

    /// The time before its beginning that a record still announces, in milliseconds. It limits what is announced again if the
    /// record is lost.
    static let grace: Int64 = 10 * 60_000
    /// The time that announcements are remembered, in milliseconds: longer than they could be repeated, whatever clocks and
    /// zones do.
    private static let memory: Int64 = 3 * 86_400_000
    /// The maximum number of remembered announcements: the latest ones.
    private static let maximumCount = 4096

    /// A record that begins now.
    package init(beginningAt now: Instant) {
        self.init(began: now, through: now, announced: [])
    }

    /// - Parameters:
    ///   - began: see ``began``.
    ///   - through: see ``through``.
    ///   - announced: the reminders that were announced.
    ///   - rooms: the announcements about rooms.
    package init(
        began: Instant, through: Instant, announced: Set<Reminder>, rooms: Set<RoomReminder> = []
    ) {
        self.began = began
        self.through = through
        self.announced = announced
        self.rooms = rooms
    }

    /// The record by a clock that may have been put back: moments in the future become now.
    package func adjusted(to now: Instant) -> ReminderRecord {
        ReminderRecord(
            began: min(began, now), through: min(through, now), announced: announced, rooms: rooms)
    }

    /// The earliest moment of an announcement.
    package var start: Instant { Instant(milliseconds: began.milliseconds - Self.grace) }

    /// Adds the announcements that another process has recorded.
    package mutating func merge(_ other: ReminderRecord) {
        began = min(began, other.began)
        through = max(through, other.through)
        announced.formUnion(other.announced)
        rooms.formUnion(other.rooms)
    }

    /// Records that something was announced about rooms. It is remembered while it can be needed: a turn has no end.
    package mutating func note(_ reminders: [RoomReminder]) {
        rooms.formUnion(reminders)
        if rooms.count > Self.maximumCount {
            rooms = Set(rooms.sorted().suffix(Self.maximumCount))
        }
    }

    /// Records that reminders were announced or counted, and drops those that cannot be repeated.
    package mutating func note(_ reminders: [Reminder], at now: Instant) {
        self = adjusted(to: now)
        through = now
        let limit = Instant(milliseconds: now.milliseconds - Self.memory)
        announced = announced.filter { $0.moment > limit }
        announced.formUnion(reminders.filter { $0.moment > limit })
        if announced.count > Self.maximumCount {
            announced = Set(announced.sorted().suffix(Self.maximumCount))
        }
    }
}

/// The text of a record, a line for each:
///
/// ```
/// began 2025-11-16T12:00:00.000Z
/// through 2025-11-17T09:00:00.000Z
/// 2025-11-17T09:00:00.000Z due 86f4db9a-0aba-41ca-aff5-44964e473fd1 2025-11-17T23:59:00.000Z
/// 2025-11-17T10:12:31.000Z room-turn sha256:5a1f… sha256:09be…
/// ```
extension ReminderRecord {
    package var text: String {
        "began \(began.wallText)\nthrough \(through.wallText)\n"
            + announced.sorted().map { "\($0)\n" }.joined()
            + rooms.sorted().map { "\($0)\n" }.joined()
    }

    /// - Returns: nil for any other text.
    package init?(_ text: Substring) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popLast() == "", let began = Self.time("began ", lines.popFirst()),
            let through = Self.time("through ", lines.popFirst())
        else { return nil }
        let announced = lines.compactMap { Reminder(String($0)) }
        let rooms = lines.compactMap { RoomReminder(String($0)) }
        guard announced.count + rooms.count == lines.count else { return nil }
        self.init(began: began, through: through, announced: Set(announced), rooms: Set(rooms))
    }

    private static func time(_ name: String, _ line: Substring?) -> Instant? {
        guard let line, line.hasPrefix(name) else { return nil }
        return Instant(iso8601: Array(line.dropFirst(name.count).utf8).span)
    }
}
