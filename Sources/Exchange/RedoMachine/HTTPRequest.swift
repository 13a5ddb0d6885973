import RedoSystem

/// The input of `redo-http`: lines of a name and a value, an empty line, and the body.
///
/// ```
/// url=https://example.org/plain
/// type=text/plain; charset=utf-8
/// seconds=300
/// limit=65536
/// token=…                          may be missing
///
/// the body
/// ```
///
/// A token appears in no argument and no variable, which other processes of the machine could see.
package struct HTTPRequest: Sendable {
    package var url: String
    package var contentType = "text/plain; charset=utf-8"
    /// The time limit of the whole request.
    package var seconds = 300
    /// The maximum size of the answer's body in bytes.
    package var limit = MachineText.maximumByteCount
    /// The token after `Authorization: Bearer`; nil to send no such line.
    package var token: String?
    package var body: [UInt8] = []

    package init(url: String) { self.url = url }

    /// The maximum size of a head in bytes.
    private static let maximumHeadByteCount = 1 << 16

    package var bytes: [UInt8] {
        var lines = ["url=\(url)", "type=\(contentType)", "seconds=\(seconds)", "limit=\(limit)"]
        if let token { lines.append("token=\(token)") }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + body
    }

    /// Parses the format of ``bytes``; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard let (lines, body) = Self.divided(bytes) else { return nil }
        self.init(url: "")
        for (name, value) in lines {
            switch name {
            case "url": url = value
            case "type": contentType = value
            case "seconds":
                guard let number = Int(value), (1...3600).contains(number) else { return nil }
                seconds = number
            case "limit":
                guard let number = Int(value), (1...1 << 24).contains(number) else { return nil }
                limit = number
            case "token": token = value
            default: return nil
            }
        }
        self.body = body
        let isSound = ([url, contentType] + [token].compactMap { $0 }).allSatisfy { text in
            text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
        }
        guard !url.isEmpty, isSound else { return nil }
    }

    /// Splits the lines of a name and a value before an empty line from the rest.
    static func divided(_ bytes: [UInt8]) -> (lines: [(name: String, value: String)], [UInt8])? {
        let head = bytes.prefix(maximumHeadByteCount)
        var end: Int?
        for index in head.indices.dropLast()
        where head[index] == 0x0A && head[index + 1] == 0x0A {
            end = index
            break
        }
        guard let end, let text = String(validating: bytes[..<end], as: UTF8.self) else {
            return nil
        }
        var lines: [(String, String)] = []
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { return nil }
            lines.append((String(line[..<equals]), String(line[line.index(after: equals)...])))
        }
        return (lines, Array(bytes[(end + 2)...]))
    }

    /// Whether a text may be sent to a URL: over TLS or to this machine, and without a name or password, which would
    /// appear in errors.
    package static func mayBeAsked(_ url: String) -> Bool { isPrivateURL(url) }
}
