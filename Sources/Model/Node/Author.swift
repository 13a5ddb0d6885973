import RedoCrypto
import RedoJSON

/// The user of a key pair: the first half of its public key.
package struct UserID: Hashable, Sendable {
    package let value: UUIDValue

    package init(_ value: UUIDValue) { self.value = value }

    /// Reads 32 lower-case hexadecimal digits; nil for anything else.
    package init?(text: Span<UInt8>) {
        guard text.count == 32, let high = hexadecimalWord(text, at: 0),
            let low = hexadecimalWord(text, at: 16)
        else { return nil }
        value = UUIDValue(high: high, low: low)
    }

    /// Appends 32 hexadecimal digits.
    package func append(to output: inout [UInt8]) { value.appendDigits(to: &output) }

    package init(_ key: PublicKey) { value = UUIDValue(bytes: key.bytes) }
}

extension UserID: Comparable {
    package static func < (left: UserID, right: UserID) -> Bool { left.value < right.value }
}

extension UserID: CustomStringConvertible {
    package var description: String {
        var digits: [UInt8] = []
        append(to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }
}

/// The author of a node, and the device.
package struct Author: Hashable, Sendable {
    package var userID: UserID
    package var deviceID: JSONString
    package var publicKey: PublicKey?
    package var name: JSONString?
    package var email: JSONString?
    package var deviceName: JSONString?

    package init(
        userID: UserID, deviceID: JSONString, publicKey: PublicKey? = nil, name: JSONString? = nil,
        email: JSONString? = nil, deviceName: JSONString? = nil
    ) {
        self.userID = userID
        self.deviceID = deviceID
        self.publicKey = publicKey
        self.name = name
        self.email = email
        self.deviceName = deviceName
    }

    /// The `author` member.
    package var json: JSONValue {
        // In canonical order, in which nodes write it.
        var members = [JSONMember("deviceId", .string(deviceID))]
        if let deviceName { members.append(JSONMember("deviceName", .string(deviceName))) }
        if let email { members.append(JSONMember("email", .string(email))) }
        if let name { members.append(JSONMember("name", .string(name))) }
        if let publicKey {
            members.append(JSONMember("publicKey", .string(JSONString(publicKey.hexadecimal))))
        }
        members.append(JSONMember("userId", .string(JSONString(userID.description))))
        return .object(members)
    }
}

extension Author {
    /// Reads the canonical bytes of an `author` member that was checked when it was written; nil for other bytes.
    package init?(stored bytes: [UInt8]) {
        guard let root = (try? JSONDocument(bytes))?.root, let deviceID = root["deviceId"]?.string,
            let userID = root["userId"]?.withCharacters({ UserID(text: $0) }) ?? nil
        else { return nil }
        self.init(
            userID: userID, deviceID: deviceID,
            publicKey: root["publicKey"]?.withCharacters { PublicKey(hexadecimal: $0) } ?? nil,
            name: root["name"]?.string, email: root["email"]?.string,
            deviceName: root["deviceName"]?.string)
    }
}
