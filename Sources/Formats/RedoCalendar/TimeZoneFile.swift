import RedoModel
import RedoSystem

/// The contents of a file of the time zone database: TZif, RFC 9636.
struct TimeZoneFile: Sendable {
    /// The transitions in seconds since 1970, ascending. From each on, the offset with the same index in `offsets`
    /// counts.
    let transitions: [Int64]
    /// Seconds by which clocks are ahead of UTC after each transition.
    let offsets: [Int]
    /// Whether clocks show daylight saving time after each transition.
    let areDaylight: [Bool]
    /// Seconds by which clocks are ahead of UTC before the first transition.
    let firstOffset: Int
    /// The rule after the last transition.
    let footer: TimeZoneFooter?
    /// The text of ``footer`` in the file: `CET-1CEST,M3.5.0,M10.5.0/3`.
    let footerText: String

    /// Reads a file of version 2 or later; nil if it is invalid.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        // The first block, for old programs, has times of 32 bits, and is skipped.
        guard let old = reader.header(), reader.skip(old.byteCount(perTime: 4)),
            let counts = reader.header(), counts.types > 0, counts.leapSeconds == 0,
            reader.rest >= counts.byteCount(perTime: 8)
        else { return nil }
        let times = (0..<counts.times).map { _ in Int64(bitPattern: reader.number(8)) }
        let indices = (0..<counts.times).map { _ in Int(reader.number(1)) }
        let types = (0..<counts.types).map { _ in
            let offset = Int(Int32(truncatingIfNeeded: reader.number(4)))
            let isDaylight = reader.number(1) != 0
            reader.position += 1
            return (offset: offset, isDaylight: isDaylight)
        }
        guard indices.allSatisfy(types.indices.contains),
            zip(times, times.dropFirst()).allSatisfy(<)
        else { return nil }
        reader.position += counts.characters + counts.flags
        let text = bytes[min(reader.position, bytes.count)...].dropFirst().prefix { $0 != 0x0A }
        transitions = times
        offsets = indices.map { types[$0].offset }
        areDaylight = indices.map { types[$0].isDaylight }
        firstOffset = types[0].offset
        footerText = String(decoding: text, as: UTF8.self)
        footer = TimeZoneFooter(footerText)
        if footer == nil, !text.isEmpty { return nil }
    }

    /// Seconds by which clocks are ahead of UTC at a second since 1970. O(log n).
    func secondsFromUTC(at second: Int64) -> Int {
        let index = transitions.partitioningIndex { $0 > second }
        if index == transitions.count, let footer { return footer.secondsFromUTC(at: second) }
        return index == 0 ? firstOffset : offsets[index - 1]
    }

    // MARK: Reading

    /// The numbers of entries in a block.
    private struct Counts {
        let flags, leapSeconds, times, types, characters: Int

        func byteCount(perTime size: Int) -> Int {
            times * (size + 1) + types * 6 + characters + leapSeconds * (size + 4) + flags
        }
    }

    /// A reader of big-endian numbers.
    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var rest: Int { bytes.count - position }

        /// Reads a header; nil if it is missing, or not of version 2 or later.
        mutating func header() -> Counts? {
            guard rest >= 44, bytes[position...].starts(with: "TZif".utf8),
                bytes[position + 4] >= UInt8(ascii: "2")
            else { return nil }
            position += 20
            let counts = (0..<6).map { _ in Int(number(4)) }
            return Counts(
                flags: counts[0] + counts[1], leapSeconds: counts[2], times: counts[3],
                types: counts[4], characters: counts[5])
        }

        mutating func skip(_ count: Int) -> Bool {
            guard count <= rest else { return false }
            position += count
            return true
        }

        /// Reads a number; the caller has checked its size against ``rest``.
        mutating func number(_ count: Int) -> UInt64 {
            defer { position += count }
            return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
