/// A position in the arrivals of a store: the number of nodes that had arrived.
///
/// A checksum identifies these nodes, so that a position in another journal is not mistaken for it.
package struct ArrivalCursor: Equatable, Sendable {
    /// The number of nodes that had arrived.
    package let count: Int
    /// A checksum of the journal's name and of the nodes, in their order (``ArrivalJournal``).
    let chain: UInt64

    /// The position before all nodes, of any store.
    package static let start = ArrivalCursor(count: 0, chain: 0)

    init(count: Int, chain: UInt64) {
        self.count = count
        self.chain = chain
    }

    /// Reads `0`, or a number and 16 hexadecimal digits: `1234-5f0c33a1b2c4d5e6`.
    ///
    /// - Returns: nil if it is invalid.
    package init?(_ text: String) {
        if text == "0" {
            self = .start
            return
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 40, parts[1].utf8.count == 16,
            parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[0]),
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let chain = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(count: count, chain: chain)
    }
}

extension ArrivalCursor: CustomStringConvertible {
    package var description: String {
        if self == .start { return "0" }
        let digits = String(chain, radix: 16)
        return "\(count)-\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)"
    }
}
