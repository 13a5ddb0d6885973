import RedoCrypto
import RedoJSON
import RedoModel

/// The checks of the records that a store keeps on this device: each file is as it was written, or has a fault.

extension OperationRecord {
    static func faults(in bytes: [UInt8], named name: String) -> [FormFault] {
        guard let number = number(ofFile: name) else { return [] }
        do throws(Fault) {
            _ = try OperationRecord(bytes, number: number)
            return []
        } catch {
            if bytes.isEmpty { return [.empty] }
            let lacksLineFeed =
                (try? OperationRecord(bytes + [UInt8(ascii: "\n")], number: number)) != nil
            if lacksLineFeed || FormFault.isCutOffJSON(bytes[...]) {
                return [FormFault("it is cut off", at: bytes.count, .cutOff)]
            }
            return [FormFault("it \(error.reason)")]
        }
    }
}

extension TrashRecord {
    static func faults(in bytes: [UInt8]) -> [FormFault] {
        let fault = FormFault.ofChecksummedLines(
            bytes, "a record of the trash", isWhole: TrashRecord(bytes) != nil,
            isLine: { _, line in
                let words = String(decoding: line, as: UTF8.self).split(separator: " ")
                return words.count == 3 && TaskID(String(words[0])) != nil
            },
            isPrefix: { _, rest in rest.allSatisfy("0123456789abcdefTZ:.- ".utf8.contains) })
        return fault.map { [$0] } ?? []
    }
}

extension ReminderRecord {
    /// Reads the file of a record.
    ///
    /// - Returns: nil if it is not as it was written.
    init?(file bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // The line of the checksum, and its line feed.
        let end = text.utf8.index(text.endIndex, offsetBy: -65, limitedBy: text.startIndex)
        guard let end, text[end...] == "\(Self.checksum(text[..<end]))\n" else { return nil }
        self.init(text[..<end])
    }

    /// The bytes of the file.
    var file: [UInt8] {
        let text = text
        return Array("\(text)\(Self.checksum(text[...]))\n".utf8)
    }

    private static func checksum(_ text: Substring) -> String {
        SHA256.digest(Array(text.utf8).span).hexadecimal
    }

    static func faults(in bytes: [UInt8]) -> [FormFault] {
        let names = ["began ", "through "].map { Array($0.utf8) }
        let fault = FormFault.ofChecksummedLines(
            bytes, "a record of reminders", isWhole: ReminderRecord(file: bytes) != nil,
            isLine: { number, line in
                number < names.count
                    ? line.starts(with: names[number])
                    : Reminder(String(decoding: line, as: UTF8.self)) != nil
                        || RoomReminder(String(decoding: line, as: UTF8.self)) != nil
            },
            isPrefix: { number, rest in
                guard number < names.count else {
                    return (0x30...0x39).contains(rest[rest.startIndex])
                }
                let name = names[number]
                return rest.starts(with: name) || name.starts(with: rest)
            })
        return fault.map { [$0] } ?? []
    }
}

extension SyncRecord {
    static func faults(inLog bytes: [UInt8]) -> [FormFault] {
        if bytes.isEmpty { return [.empty] }
        var offset = 0
        for line in bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            let end = offset + line.count
            if line.isEmpty, end == bytes.count { break }
            let isWhole = end < bytes.count && Array(line).isCanonicalRecord
            if !isWhole {
                // A last line that is whole but has no line feed counts as cut off, too.
                let isCutOff =
                    end == bytes.count
                    && (FormFault.isCutOffJSON(line) || Array(line).isCanonicalRecord)
                return [
                    isCutOff
                        ? FormFault("it is cut off", at: offset, .cutOff)
                        : FormFault("a line is not the record of an exchange", at: offset)
                ]
            }
            offset = end + 1
        }
        return []
    }
}

extension [UInt8] {
    /// Whether this is the line of an exchange, exactly as it is written.
    fileprivate var isCanonicalRecord: Bool {
        guard SyncRecord(self) != nil, let document = try? JSONDocument(self) else { return false }
        return CanonicalJSON.bytes(document.root.value) == self
    }
}

extension ComposingNotice {
    static func faults(inCache bytes: [UInt8]) -> [FormFault] {
        if bytes.isEmpty { return [.empty] }
        let isText = bytes.split(separator: UInt8(ascii: "\n")).allSatisfy {
            (try? JSONDocument(Array($0))) != nil
        }
        return isText ? [] : [FormFault("it is not a list of notices of who is writing")]
    }
}
