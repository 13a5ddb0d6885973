import RedoCrypto
import RedoModel
import RedoSystem

extension ArrivalJournal {
    /// The fault of the file of a journal.
    ///
    /// - Complexity: O(n) for n records.
    static func faults(in bytes: [UInt8]) -> [FormFault] {
        guard bytes.count >= headerByteCount, bytes.starts(with: magic) else {
            let isPrefix = bytes.count < headerByteCount && isPrefix(bytes)
            return [
                isPrefix
                    ? FormFault("it is cut off", at: bytes.count, .cutOff)
                    : FormFault("it is not an order of arrivals", at: 0)
            ]
        }
        let span = bytes.span
        var chain = span.number(at: magic.count, as: UInt64.self)
        for start in stride(from: headerByteCount, to: bytes.count, by: recordByteCount) {
            let end = start + recordByteCount
            guard end <= bytes.count else {
                return [FormFault("its last record is cut off", at: start, .cutOff)]
            }
            let middle = start + Digest.byteCount
            let id = NodeID(Digest(bytes: span.extracting(start..<middle)))
            chain = Self.chain(chain, id)
            guard span.number(at: middle, as: UInt64.self) == chain else {
                return [FormFault("a record does not follow the one before it", at: start)]
            }
        }
        return []
    }

    private static func isPrefix(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: magic) || magic.starts(with: bytes)
    }
}
