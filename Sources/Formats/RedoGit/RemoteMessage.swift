/// The messages of a git server for people while it receives a push; git prints them after `remote:`.
struct RemoteMessage {
    /// The last part of the messages.
    private var bytes: [UInt8] = []

    private static let maximumByteCount = 1 << 14
    /// The maximum length of a reason.
    private static let maximumTextByteCount = 500
    private static let maximumLineCount = 3

    mutating func add(_ further: some Sequence<UInt8>) {
        bytes += further
        if bytes.count > Self.maximumByteCount {
            bytes.removeFirst(bytes.count - Self.maximumByteCount)
        }
    }

    /// Adds the messages in packets of git's protocol: those of channels 2 and 3 are for people (gitprotocol-pack,
    /// "Packfile data"). Anything other than a packet ends the reading.
    mutating func add(packets: [UInt8]) {
        var rest = packets[...]
        while rest.count >= 4,
            let length = Int(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16),
            length == 0 || length >= 4, length <= rest.count
        {
            let packet = rest.dropFirst(4).prefix(max(0, length - 4))
            if let channel = packet.first, channel == 2 || channel == 3 { add(packet.dropFirst()) }
            rest = rest.dropFirst(max(4, length))
        }
    }

    /// The server's reason of a refusal: the last lines that begin with `fatal:` or `error:`, else the last lines of
    /// all. Progress is ignored. It may have control characters.
    ///
    /// - Returns: nil if there are no messages.
    var reason: String? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
            .map { $0.split(separator: UInt8(ascii: "\r")).last ?? [] }
            .map { String(decoding: $0.prefix(Self.maximumTextByteCount), as: UTF8.self) }
            .filter { line in line.contains { $0 != " " } && !Self.isProgress(line) }
        let errors = lines.filter { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }
        let chosen = (errors.isEmpty ? lines : errors).suffix(Self.maximumLineCount)
        return chosen.isEmpty ? nil : chosen.joined(separator: "; ")
    }

    /// Whether a line is a progress line: `Unpacking objects:  33% (1/3)`.
    private static func isProgress(_ line: String) -> Bool {
        guard let index = line.firstIndex(of: "%") else { return false }
        return line[line.index(after: index)...].hasPrefix(" (")
    }
}
