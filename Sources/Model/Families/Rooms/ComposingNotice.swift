import RedoCrypto
import RedoJSON
import RedoSystem

/// The notice of a device that its user writes a message: in which room, and until when the notice is valid. It is sent
/// through a remote and never becomes part of the log.
///
/// ```
/// {"device":"laptop","key":"…","room":"sha256:…","signature":"…","until":"2025-11-16T12:00:25.000Z"}
/// ```
///
/// The notice is canonical JSON of these members. The key signs `redo-composing-1`, a line feed, and the canonical JSON
/// of the other members (docs/rooms.md).
package struct ComposingNotice: Hashable, Sendable {
    package let room: NodeID
    /// The key of the device.
    package let key: PublicKey
    /// The name of the device.
    package let device: JSONString
    /// The end of the notice's validity.
    package let until: Instant
    package let bytes: [UInt8]

    package static let maximumByteCount = 1024
    private static let maximumDeviceByteCount = 256
    /// The validity of a new notice, in milliseconds. It is shorter than the maximum that readers accept, so clocks may
    /// differ by the rest.
    static let lifetime: Int64 = 25_000
    /// The maximum validity that readers accept, in milliseconds.
    static let maximumLifetime: Int64 = 30_000
    private static let statement = Array("redo-composing-1\n".utf8)
    private static let names = ["device", "key", "room", "signature", "until"]

    /// Creates a notice.
    ///
    /// - Returns: nil for a device whose name is empty or too long.
    /// - Throws: KEYCHAIN_002 if the key does not sign.
    package init?(
        in room: NodeID, on device: JSONString, at now: Instant, by signer: Signer
    ) throws(RedoError) {
        guard Self.isDevice(device) else { return nil }
        self.room = room
        self.device = device
        key = signer.publicKey
        until = Instant(milliseconds: now.milliseconds + Self.lifetime)
        var members = [
            JSONMember("device", .string(device)),
            JSONMember("key", .string(JSONString(key.hexadecimal))),
            JSONMember("room", .string(JSONString(room.description))),
            JSONMember("until", .string(JSONString(until.wallText))),
        ]
        let message = Self.message(members)
        let signature = try signer.sign(message.span)
        members.append(JSONMember("signature", .string(JSONString(signature.hexadecimal))))
        bytes = CanonicalJSON.bytes(.object(members))
    }

    /// Reads a notice, which anyone can have written.
    ///
    /// - Returns: nil for a notice that must not be believed at a moment: it has another form, is stale, is valid for
    ///   too long, or is not signed by its key. The caller checks whether the key belongs to a participant.
    /// - Complexity: O(1), plus one verification if everything else is right.
    package init?(reading bytes: [UInt8], at now: Instant) {
        guard bytes.count <= Self.maximumByteCount,
            let root = (try? JSONDocument(bytes, maximumDepth: 2))?.root, root.kind == .object,
            root.members.map(\.name.description).sorted() == Self.names,
            CanonicalJSON.bytes(root.value) == bytes,
            let device = root["device"]?.string, Self.isDevice(device),
            let key = root["key"]?.withCharacters({ PublicKey(hexadecimal: $0) }) ?? nil,
            let room = root["room"]?.withCharacters({ NodeID(text: $0) }) ?? nil,
            let until = root["until"]?.withCharacters({ Instant(wall: $0) }) ?? nil,
            let signature = root["signature"]?.withCharacters({ Signature(hexadecimal: $0) }) ?? nil
        else { return nil }
        let rest = until.milliseconds - now.milliseconds
        guard rest > 0, rest <= Self.maximumLifetime else { return nil }
        let members = root.members.filter { !$0.isNamed("signature") }
            .map { JSONMember($0.name, $0.value.value) }
        guard key.isSigner(of: Self.message(members).span, signature: signature) else { return nil }
        self.room = room
        self.key = key
        self.device = device
        self.until = until
        self.bytes = bytes
    }

    /// The author with the key.
    package var author: Author {
        Author(userID: UserID(key), deviceID: device, publicKey: key)
    }

    private static func message(_ members: [JSONMember]) -> [UInt8] {
        statement + CanonicalJSON.bytes(.object(members))
    }

    private static func isDevice(_ name: JSONString) -> Bool {
        (1...maximumDeviceByteCount).contains(name.utf8.count)
    }
}

/// A change of what a user is writing, as a device reports it to a remote.
package enum ComposingChange: Sendable {
    case writes(ComposingNotice)
    /// The user has stopped writing.
    case stopped(key: PublicKey)
}
