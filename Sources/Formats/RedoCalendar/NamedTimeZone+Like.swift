import RedoModel
import RedoSystem

extension NamedTimeZone {
    /// Finds the zone that a name of another program means: a name of the database, also at the end of a longer name such
    /// as `/mozilla.org/20070129_1/Europe/Berlin`, or a name of Windows.
    package init?(foreign name: String) {
        if let zone = NamedTimeZone(name) ?? WindowsZones.zone(name).flatMap({ NamedTimeZone($0) })
        {
            self = zone
            return
        }
        let parts = name.split(separator: "/")
        for count in [3, 2] where parts.count > count {
            if let zone = NamedTimeZone(parts.suffix(count).joined(separator: "/")) {
                self = zone
                return
            }
        }
        return nil
    }

    /// Finds a zone of the database whose clocks show the same as others for ten years; nil if there is none.
    ///
    /// - Parameter posix: a POSIX text; a zone that has the same one, with its abbreviations, comes first.
    /// - Complexity: reads up to 450 files.
    package init?(like rules: TimeZoneRules, from first: Instant, preferring posix: String? = nil) {
        let moments = Self.comparedMoments(rules, from: first)
        let offsets = moments.map { rules.secondsFromUTC(at: $0) }
        func isAlike(_ name: String) -> NamedTimeZone? {
            guard let zone = NamedTimeZone(name) else { return nil }
            let isSame = zip(moments, offsets).allSatisfy {
                zone.rules.secondsFromUTC(at: $0) == $1
            }
            return isSame ? zone : nil
        }
        if offsets.allSatisfy({ $0 == 0 }) {
            self = .utc
            return
        }
        var found: NamedTimeZone?
        for names in [WindowsZones.zones, Self.mainZones] {
            for name in names where found == nil || posix != nil {
                guard let zone = isAlike(name) else { continue }
                if posix == nil || zone.file?.footerText == posix {
                    self = zone
                    return
                }
                found = found ?? zone
            }
        }
        guard let found else { return nil }
        self = found
    }

    private static let week: Int64 = 7 * 86_400_000

    /// A moment in each week of ten years, and the last second before and the first one after each change of the clocks.
    private static func comparedMoments(
        _ rules: TimeZoneRules, from first: Instant
    ) -> [Instant] {
        var moments: [Instant] = []
        // In whole seconds, as clocks change: the search for a change halves the distance to a second.
        let start = Instant(milliseconds: first.milliseconds.flooredQuotient(by: 1000) * 1000)
        var (time, offset) = (start, rules.secondsFromUTC(at: start))
        for _ in 0..<520 {
            let next = Instant(milliseconds: time.milliseconds + week)
            let nextOffset = rules.secondsFromUTC(at: next)
            if nextOffset != offset {
                var (low, high) = (time.milliseconds, next.milliseconds)
                while high - low > 1000 {
                    let middle = (low + high) / 2000 * 1000
                    if rules.secondsFromUTC(at: Instant(milliseconds: middle)) == offset {
                        low = middle
                    } else {
                        high = middle
                    }
                }
                moments += [Instant(milliseconds: low), Instant(milliseconds: high)]
            }
            (time, offset) = (next, nextOffset)
            moments.append(next)
        }
        return moments
    }

    /// The zones of the table `zone1970.tab` of the database, one for each set of rules since 1970.
    private static var mainZones: [String] {
        let bytes = (try? Files.read(Path.join(directory, "zone1970.tab"), limit: 1 << 20)) ?? []
        return bytes.split(separator: 0x0A).compactMap { line in
            let cells = line.split(separator: 0x09)
            guard line.first != UInt8(ascii: "#"), cells.count >= 3 else { return nil }
            return String(decoding: cells[2], as: UTF8.self)
        }
    }
}
