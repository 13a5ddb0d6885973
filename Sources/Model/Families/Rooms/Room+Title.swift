import RedoJSON

extension Room {
    /// What people call the room, which has no name: nicknames in order, the number of messages, and who said the last
    /// one: `Jax, Eve, Art (15, Eve)`.
    ///
    /// - Parameter shown: how a nickname is shown.
    package func title(_ shown: (JSONString) -> String = \.printable) -> String {
        title(names: roster.participants.map { shown($0.nickname) })
    }

    /// The same.
    ///
    /// - Parameter names: the nicknames as they are shown, in the order of the roster.
    package func title(names: [String]) -> String {
        var count = 0
        var last: Int?
        for event in events where event.verb == .say {
            count += 1
            last = event.participant
        }
        let speaker = last.map { ", \(names[$0])" } ?? ""
        return "\(names.joined(separator: ", ")) (\(count)\(speaker))"
    }
}
