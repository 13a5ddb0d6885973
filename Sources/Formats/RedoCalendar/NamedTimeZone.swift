import RedoModel
import RedoSystem

/// A time zone of the IANA database, read from the system's files.
package struct NamedTimeZone: Sendable {
    package let name: String
    package let rules: TimeZoneRules
    /// Nil for UTC.
    let file: TimeZoneFile?

    package static let utc = NamedTimeZone()

    static let directory = "/usr/share/zoneinfo"
    /// The maximum size of a name in bytes; no name in the database exceeds 32.
    private static let maximumByteCount = 64
    private static let maximumFileByteCount = 1 << 20
    /// Directories and files that are not zones: `right` counts leap seconds.
    private static let excluded = ["posix", "right", "posixrules", "localtime"]

    private init() {
        name = "UTC"
        file = nil
        rules = TimeZoneRules { _ in 0 }
    }

    /// Returns nil if the database has no zone of the name.
    ///
    /// The name may come from anyone, so one that leads out of the directory of the database is refused.
    package init?(_ name: String) {
        if name == Self.utc.name {
            self = .utc
            return
        }
        guard (1...Self.maximumByteCount).contains(name.utf8.count) else { return nil }
        let components = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = components.allSatisfy { component in
            let startsWithLetter = component.utf8.first.map(Self.isLetter) ?? false
            return startsWithLetter && component.utf8.allSatisfy(Self.isOfName)
        }
        guard isPlain, let first = components.first, !Self.excluded.contains(String(first)),
            let bytes = try? Files.read(
                Path.join(Self.directory, name), limit: Self.maximumFileByteCount),
            let file = TimeZoneFile(bytes)
        else { return nil }
        self.name = name
        self.file = file
        rules = TimeZoneRules { file.secondsFromUTC(at: $0) }
    }

    /// The observances of a `VTIMEZONE` that is right from a moment on.
    package func observances(from first: Instant) -> [ZoneObservance] {
        file?.observances(from: first.milliseconds.flooredQuotient(by: 1000)) ?? [
            ZoneObservance(
                isDaylight: false, before: 0, after: 0, start: Instant(milliseconds: 0))
        ]
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || "+-_".utf8.contains(byte)
    }

    /// Whether the system has the database.
    package static var databaseExists: Bool { Files.isDirectory(directory) }

    /// The zone of the user: that of `TZ`, else the system's; nil if it is not a named zone of the database.
    ///
    /// - Parameter variable: the value of `TZ`; nil if it is not set.
    package static func local(variable: String?) -> NamedTimeZone? {
        if let variable {
            let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            return value.isEmpty ? utc : named(byFile: value)
        }
        guard let path = try? Path.resolved("/etc/localtime") else { return utc }
        return named(byFile: path)
    }

    /// Whether `TZ` has rules instead of the name of a zone: then ``local(variable:)`` is a zone with the same rules.
    package static func hasRules(variable: String?) -> Bool {
        guard let variable, TimeZoneFooter(variable) != nil else { return false }
        return NamedTimeZone(variable) == nil
    }

    /// Whether `TZ` is neither a zone, nor a file with one, nor rules, which have a digit: the C library takes UTC then,
    /// without an error.
    package static func isUnknown(variable: String?) -> Bool {
        guard let variable, local(variable: variable) == nil,
            !variable.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return false }
        let path = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        let bytes = try? Files.read(Path.join(directory, path), limit: maximumFileByteCount)
        return bytes.flatMap { TimeZoneFile($0) } == nil
    }

    /// The zone with a name or in a file of the database, or with the rules of a POSIX text: `CET-1CEST,M3.5.0,M10.5.0/3`.
    private static func named(byFile path: String) -> NamedTimeZone? {
        let prefix = directory + "/"
        if let zone = NamedTimeZone(
            path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path)
        {
            return zone
        }
        guard let footer = TimeZoneFooter(path) else { return nil }
        return NamedTimeZone(
            like: TimeZoneRules { footer.secondsFromUTC(at: $0) }, from: posixStart,
            preferring: path)
    }

    /// A POSIX text says nothing about earlier times: 2025-01-01.
    private static let posixStart = Instant(milliseconds: 1_735_689_600_000)
}
