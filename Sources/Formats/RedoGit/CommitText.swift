import RedoJSON
import RedoModel

/// Texts of nodes as a commit can have them: docs/git-mirror.md, "Texts".
enum CommitText {
    /// Unicode scalar values of a subject or a name.
    private static let greatestLength = 200
    private static let greatestDeviceLength = 100

    /// One line that is safe to show, cut where it is too long for one.
    static func subject(of node: Node) -> String { limited(node.subjectLine) }

    /// What stands before the address: the author's name, or the userId where none is left of it.
    static func name(of author: Author) -> String {
        guard let name = author.name else { return author.userID.description }
        let scalars = name.printable.unicodeScalars.filter { $0 != "<" && $0 != ">" }
        // Git strips these from both ends of a name.
        let text = String(
            limited(String(String.UnicodeScalarView(scalars))).unicodeScalars
                .trimming(while: isStripped))
        return text.isEmpty ? author.userID.description : text
    }

    static func address(of author: Author) -> String {
        "\(author.userID)@\(device(author.deviceID.description))"
    }

    /// A device's id as the part of an address after the sign.
    static func device(_ id: String) -> String {
        var text = ""
        for scalar in id.unicodeScalars.prefix(greatestDeviceLength) {
            text.append(isOfDevice(scalar) ? Character(scalar) : "-")
        }
        return text.isEmpty ? "-" : text
    }

    /// A device's id as a part of a reference's name, which git allows fewer points.
    static func deviceName(_ id: String) -> String {
        let device = device(id)
        let isAllowed =
            !device.hasPrefix(".") && !device.hasSuffix(".") && !device.hasSuffix(".lock")
            && !zip(device, device.dropFirst()).contains { $0 == "." && $1 == "." }
        return isAllowed ? device : String(device.map { $0 == "." ? "-" : $0 })
    }

    /// Whether a text is what ``device(_:)`` makes of it.
    static func isDevice(_ text: String) -> Bool {
        (1...greatestDeviceLength).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy(isOfDevice)
    }

    private static func isOfDevice(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
        default: false
        }
    }

    /// Whole seconds since 1970. Git has no earlier moments.
    static func seconds(of moment: Instant) -> Int64 { max(0, moment.milliseconds / 1000) }

    private static func limited(_ text: String) -> String {
        let scalars = text.unicodeScalars
        // Most texts have fewer bytes than they may have scalar values.
        if text.utf8.count <= greatestLength || scalars.count <= greatestLength { return text }
        return String(scalars.prefix(greatestLength - 1)) + "…"
    }

    private static func isStripped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", ":", ";", "\"", "\\", "'": true
        default: scalar.value <= 0x20
        }
    }
}
