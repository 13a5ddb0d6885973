import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// Digests that replace contents, under a key that is drawn for one copy and then dropped.
///
/// Equal contents have one digest within a copy. Without the key, no one can compute the digest of a guessed content, or
/// compare two copies.
struct Pseudonyms: Sendable {
    /// The kind of a value: equal bytes of two kinds have different digests.
    enum Kind: UInt8, Sendable {
        case text, name, action, time, color, uuid, nodeID, user, key, nonce
    }

    /// The key is as long as a block of the hash.
    private let hmac = HMAC(RandomBytes.bytes(count: 64))

    /// - Parameter attempt: each attempt has another digest.
    func digest(_ kind: Kind, of value: [UInt8], attempt: Int = 0) -> Digest {
        var message = [kind.rawValue]
        for shift in stride(from: 0, to: 64, by: 8) {
            message.append(UInt8(truncatingIfNeeded: attempt >> shift))
        }
        return hmac.digest(of: message + value)
    }

    private func digits(_ kind: Kind, of value: [UInt8], count: Int = 16) -> Substring {
        digest(kind, of: value).hexadecimal.prefix(count)
    }

    /// Returns `x-` and 16 hexadecimal digits, however long the text is. An empty text has no content, and remains
    /// empty.
    func image(of text: JSONString) -> JSONString {
        text.isEmpty ? text : JSONString("x-\(digits(.text, of: text.utf8))")
    }

    /// Returns a name that a custom field may have: `x` and 16 hexadecimal digits.
    func image(ofName name: [UInt8]) -> [UInt8] {
        Array("x\(digits(.name, of: name))".utf8)
    }

    /// Returns the name of an action of no table: `X_` and 16 letters.
    func image(ofAction name: String) -> JSONString {
        let letters = digits(.action, of: Array(name.utf8)).utf8.map { digit in
            digit < UInt8(ascii: "a")
                ? digit - UInt8(ascii: "0") + UInt8(ascii: "A")
                : digit - UInt8(ascii: "a") + UInt8(ascii: "K")
        }
        return JSONString(validated: Array("X_".utf8) + letters)
    }

    /// Returns a time with the spelling of another one, at another moment. Its digits below the millisecond are kept,
    /// since they decide the order. Different spellings of one time remain different spellings of one time: each gets
    /// its own time zone.
    ///
    /// - Parameters:
    ///   - text: the spelling of the time.
    ///   - time: the moment of the text.
    func image(ofTime text: JSONString, _ time: Instant, at moment: Instant) -> JSONString {
        if text.description == time.wallText { return JSONString(moment.wallText) }
        let fraction = text.description.drop { $0 != "." }.dropFirst(4).prefix { $0.isNumber }
        let number = digest(.time, of: text.utf8).bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let minutes = 1 + number % 1439
        let local = Instant(milliseconds: moment.milliseconds + Int64(minutes) * 60_000)
        guard local <= .latest else { return JSONString(moment.wallText) }
        func twoDigits(_ number: Int) -> Substring { String(100 + number).dropFirst() }
        return JSONString(
            "\(local.wallText.dropLast())\(fraction)+\(twoDigits(minutes / 60)):"
                + "\(twoDigits(minutes % 60))")
    }

    /// - Parameter color: the color as `#RRGGBB`.
    func image(ofColor color: JSONString) -> JSONString {
        JSONString("#\(digits(.color, of: color.utf8, count: 6))")
    }
}
