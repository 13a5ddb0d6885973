import RedoCrypto
import RedoJSON
import RedoSystem

/// What a device says while its user writes a message: in which room, and until when that holds. It goes through a remote and
/// never into the log.
///
/// ```
/// {"device":"laptop","key":"…","room":"sha256:…","signature":"…","until":"2025-11-16T12:00:25.000Z"}
/// ```
///
/// Canonical JSON of these members. The signature is made by the key, over `redo-composing-1`, a line feed, and the canonical
/// JSON of the other members (docs/rooms.md).
package struct ComposingNotice: Hashable, Sendable {
    package let room: NodeID
    /// Whose the device is.
    package let key: PublicKey
    /// What the device is called.
    package let device: JSONString
    /// When the notice is stale.
    package let until: Instant
    package let bytes: [UInt8]

    package static let greatestByteCount = 1024
    private static let greatestDeviceByteCount = 256
    /// How long a notice is good for, in milliseconds. It is less than what a reader believes, so clocks may differ by the rest.
    static let lifetime: Int64 = 25_000
    /// A notice that claims to be good for longer than this is not believed, in milliseconds.
    static let greatestLifetime: Int64 = 30_000
    private static let statement = Array("redo-composing-1\n".utf8)
    private static let names = ["device", "key", "room", "signature", "until"]

    /// Makes a notice.
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

    /// Reads a notice that anyone can have written.
    ///
    /// - Returns: nil for whatever must not be believed at a moment: of another form, stale, good for too long, or not signed by
    ///   its key. Whether the key is a participant's is for the room to say.
    /// - Complexity: O(1), and one verification if all else is right.
    package init?(reading bytes: [UInt8], at now: Instant) {
        guard bytes.count <= Self.greatestByteCount,
            let root = (try? JSONDocument(bytes, greatestDepth: 2))?.root, root.kind == .object,
            root.members.map(\.name.description).sorted() == Self.names,
            CanonicalJSON.bytes(root.value) == bytes,
            let device = root["device"]?.string, Self.isDevice(device),
            let key = root["key"]?.withCharacters({ PublicKey(hexadecimal: $0) }) ?? nil,
            let room = root["room"]?.withCharacters({ NodeID(text: $0) }) ?? nil,
            let until = root["until"]?.withCharacters({ Instant(wall: $0) }) ?? nil,
            let signature = root["signature"]?.withCharacters({ Signature(hexadecimal: $0) }) ?? nil
        else { return nil }
        let rest = until.milliseconds - now.milliseconds
        guard rest > 0, rest <= Self.greatestLifetime else { return nil }
        let members = root.members.filter { !$0.isNamed("signature") }
            .map { JSONMember($0.name, $0.value.value) }
        guard key.isSigner(of: Self.message(members).span, signature: signature) else { return nil }
        self.room = room
        self.key = key
        self.device = device
        self.until = until
        self.bytes = bytes
    }

    /// The user whose key it is.
    package var author: Author {
        Author(userID: UserID(key), deviceID: device, publicKey: key)
    }

    private static func message(_ members: [JSONMember]) -> [UInt8] {
        statement + CanonicalJSON.bytes(.object(members))
    }

    private static func isDevice(_ name: JSONString) -> Bool {
        (1...greatestDeviceByteCount).contains(name.utf8.count)
    }
}

/// What a device tells a remote of its user's writing.
package enum ComposingChange: Sendable {
    case writes(ComposingNotice)
    /// Nothing is being written any more.
    case stopped(key: PublicKey)
}
