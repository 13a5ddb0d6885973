/// Durations of ISO 8601 in weeks, days, hours, minutes and seconds: `PT2H`, `P1DT30M`. Years and months have no fixed
/// length.
package enum ISODuration {
    /// The units of the date and of the time, in the order in which they follow one another, in seconds.
    private static let units: [(letter: UInt8, seconds: Double, isTime: Bool)] = [
        (UInt8(ascii: "W"), 604_800, false), (UInt8(ascii: "D"), 86_400, false),
        (UInt8(ascii: "H"), 3600, true), (UInt8(ascii: "M"), 60, true),
        (UInt8(ascii: "S"), 1, true),
    ]

    /// The minutes of a duration; nil for any other text.
    package static func minutes(_ text: String) -> Double? {
        var bytes = Array(text.utf8)[...]
        guard bytes.popFirst() == UInt8(ascii: "P"), bytes.count <= 32 else { return nil }
        var (seconds, isTime, next, hasPart) = (0.0, false, 0, false)
        while let byte = bytes.first {
            if byte == UInt8(ascii: "T"), !isTime, bytes.count > 1 {
                isTime = true
                bytes.removeFirst()
                continue
            }
            let digits = bytes.prefix { (0x30...0x39).contains($0) }
            bytes = bytes.dropFirst(digits.count)
            guard let count = Int(String(decoding: digits, as: UTF8.self)), count <= 1_000_000_000,
                let letter = bytes.popFirst(),
                let unit = units[next...].firstIndex(where: {
                    $0.letter == letter && $0.isTime == isTime
                })
            else { return nil }
            seconds += Double(count) * units[unit].seconds
            (next, hasPart) = (unit + 1, true)
        }
        return hasPart ? seconds / 60 : nil
    }

    /// A duration in days, hours, minutes and seconds, as Taskwarrior writes it.
    package static func text(minutes: Double) -> String? {
        let whole = (minutes * 60).rounded()
        guard whole >= 0, whole < 1e15 else { return nil }
        var seconds = Int(whole)
        if seconds == 0 { return "PT0S" }
        var (date, time) = ("", "")
        for unit in units.dropFirst() {
            let count = seconds / Int(unit.seconds)
            seconds -= count * Int(unit.seconds)
            guard count > 0 else { continue }
            let part = "\(count)\(Character(Unicode.Scalar(unit.letter)))"
            if unit.isTime { time += part } else { date += part }
        }
        return "P" + date + (time.isEmpty ? "" : "T" + time)
    }
}
