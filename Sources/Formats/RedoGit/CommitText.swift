import RedoJSON
import RedoModel

/// The texts of nodes in the form that a commit can have: docs/git-mirror.md, "Texts".
enum CommitText {
    /// The maximum number of Unicode scalar values of a subject or a name.
    private static let maximumLength = 200
    private static let maximumDeviceLength = 100

    /// The subject in one line that is safe to print, truncated if it is too long.
    static func subject(of node: Node) -> String { limited(node.subjectLine) }

    /// The name before the address: the author's, or the userId if nothing remains of the name.
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

    /// A device's id as the part of an address after the at sign.
    static func device(_ id: String) -> String {
        var text = ""
        for scalar in id.unicodeScalars.prefix(maximumDeviceLength) {
            text.append(isOfDevice(scalar) ? Character(scalar) : "-")
        }
        return text.isEmpty ? "-" : text
    }

    /// A device's id as a part of a reference's name, in which git permits fewer dots.
    static func deviceName(_ id: String) -> String {
        let device = device(id)
        let isAllowed =
            !device.hasPrefix(".") && !device.hasSuffix(".") && !device.hasSuffix(".lock")
            && !zip(device, device.dropFirst()).contains { $0 == "." && $1 == "." }
        return isAllowed ? device : String(device.map { $0 == "." ? "-" : $0 })
    }

    /// Whether ``device(_:)`` returns a text unchanged.
    static func isDevice(_ text: String) -> Bool {
        (1...maximumDeviceLength).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy(isOfDevice)
    }

    private static func isOfDevice(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
        default: false
        }
    }

    /// Whole seconds since 1970. Git has no earlier times.
    static func seconds(of moment: Instant) -> Int64 { max(0, moment.milliseconds / 1000) }

    private static func limited(_ text: String) -> String {
        let scalars = text.unicodeScalars
        // Most texts have fewer bytes than the permitted number of scalar values.
        if text.utf8.count <= maximumLength || scalars.count <= maximumLength { return text }
        return String(scalars.prefix(maximumLength - 1)) + "…"
    }

    private static func isStripped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", ":", ";", "\"", "\\", "'": true
        default: scalar.value <= 0x20
        }
    }
}
