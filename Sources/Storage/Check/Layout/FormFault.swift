import RedoCrypto
import RedoJSON
import RedoSystem

/// A fault in the bytes of a file of a store.
package struct FormFault: Sendable, Equatable {
    /// The consequence of a fault.
    package enum Gravity: Sendable {
        /// No operation of the suite leaves a file like this.
        case damage
        /// The end is missing. A power cut can cause that if the file is not synced.
        case cutOff
        /// It is harmless, and a command that was killed can leave it.
        case remark
    }

    package let gravity: Gravity
    /// The offset in the file at which the fault begins; nil if unknown.
    package let offset: Int?
    package let reason: String
    /// The faulty file; nil for the one that was read.
    package let path: String?

    package init(
        _ reason: String, at offset: Int? = nil, _ gravity: Gravity = .damage, path: String? = nil
    ) {
        self.gravity = gravity
        self.offset = offset
        self.reason = reason
        self.path = path
    }

    /// A file without contents.
    package static let empty = FormFault("it is empty", .cutOff)
}

/// A file of a store whose form is checked.
package struct RecordFile: Sendable {
    package let store: Store
    /// The components of the path, from the store's directory down.
    package let names: [String]
    package let path: String
    package let bytes: [UInt8]

    /// Its own name.
    package var name: String { names.last ?? "" }
}

// MARK: Shared forms

extension FormFault {
    private static let lineFeed = UInt8(ascii: "\n")

    /// The fault of a file that should be one line of canonical JSON; nil if it is.
    ///
    /// - Parameter what: what the file should be, `an operation`.
    package static func ofCanonicalLine(_ bytes: [UInt8], _ what: String) -> FormFault? {
        if bytes.isEmpty { return .empty }
        do throws(JSONError) {
            let value = try JSONDocument(bytes).root.value
            if CanonicalJSON.bytes(value) + [lineFeed] == bytes { return nil }
            if bytes.last != lineFeed, CanonicalJSON.bytes(value) == bytes {
                return FormFault("its line feed is missing", at: bytes.count, .cutOff)
            }
            return FormFault("it is not canonical JSON and a line feed")
        } catch {
            return FormFault(
                "it is not \(what): \(error.reason.rawValue)", at: error.offset,
                isCutOffJSON(bytes[...]) ? .cutOff : .damage)
        }
    }

    /// Whether bytes are the beginning of a JSON object, but not a whole one. Every record in JSON is an object.
    package static func isCutOffJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "{") else { return false }
        do throws(JSONError) {
            _ = try JSONDocument(Array(bytes))
            return false
        } catch {
            return error.reason == .unexpectedEnd
        }
    }

    /// Whether a sector of a file was never written: it is all zeros. A power cut can leave that in a file that was
    /// not synced.
    static func hasHole(_ bytes: [UInt8]) -> Bool {
        let sectorByteCount = 512
        return stride(from: 0, to: bytes.count, by: sectorByteCount).contains { start in
            bytes[start..<min(start + sectorByteCount, bytes.count)].allSatisfy { $0 == 0 }
        }
    }

    /// The fault of a text of lines, the last of which is the checksum of the others.
    ///
    /// - Parameters:
    ///   - isWhole: whether the file is as it was written.
    ///   - isLine: whether a line is valid at its number, counted from 0.
    ///   - isPrefix: whether bytes can be the beginning of the line of a number.
    static func ofChecksummedLines(
        _ bytes: [UInt8], _ what: String, isWhole: Bool,
        isLine: (Int, ArraySlice<UInt8>) -> Bool, isPrefix: (Int, ArraySlice<UInt8>) -> Bool
    ) -> FormFault? {
        if isWhole { return nil }
        if bytes.isEmpty { return .empty }
        var lines = bytes.split(separator: lineFeed, omittingEmptySubsequences: false)
        let rest = lines.removeLast()
        let isCutOff =
            lines.enumerated().allSatisfy { isLine($0.offset, $0.element) }
            && (rest.isEmpty || isPrefix(lines.count, rest)
                || rest.allSatisfy { lowercaseHexValue($0) != nil } && rest.count < 64)
        guard isCutOff else {
            return FormFault("it is not \(what), or its checksum does not match")
        }
        return FormFault("it is cut off", at: bytes.count, .cutOff)
    }
}
