import RedoJSON

/// Names of time zones in the place of others, since they say where a person lives.
enum ZonePseudonyms {
    /// Zones with and without daylight saving time, on either side of the equator.
    private static let names = [
        "Asia/Baku", "Asia/Dhaka", "Asia/Tokyo", "Asia/Kabul", "Africa/Lome", "Africa/Cairo",
        "Europe/Rome", "Europe/Paris", "America/Lima", "Asia/Bangkok", "America/Bogota",
        "Asia/Kathmandu",
        "Europe/London", "Africa/Nairobi", "Asia/Hong_Kong", "Europe/Helsinki", "America/Toronto",
        "America/Chicago", "Europe/Istanbul", "Australia/Perth", "Pacific/Auckland",
        "America/New_York",
        "Australia/Sydney", "America/Sao_Paulo", "Atlantic/Reykjavik", "America/Costa_Rica",
        "Australia/Adelaide", "Australia/Melbourne", "America/Mexico_City", "America/Los_Angeles",
    ]

    /// Zones that say nothing of a place.
    private static let universal = ["UTC", "GMT", "Etc/UTC", "Etc/GMT"]

    /// A zone whose name is as long; nil if there is none.
    ///
    /// - Parameter avoided: words of the log.
    static func image(
        of name: JSONString, _ source: PseudonymSource, avoiding avoided: Set<[UInt8]>
    ) -> JSONString? {
        if universal.contains(name.description) { return name }
        let candidates = names.filter { candidate in
            candidate.utf8.count == name.utf8.count && candidate != name.description
                && !candidate.utf8.split(whereSeparator: { $0 == 0x2F || $0 == 0x5F })
                    .contains { avoided.contains(Array($0)) }
        }
        guard !candidates.isEmpty else { return nil }
        var bytes = source.bytes(.zone, for: name.utf8)
        return JSONString(candidates[bytes.below(candidates.count)])
    }
}
