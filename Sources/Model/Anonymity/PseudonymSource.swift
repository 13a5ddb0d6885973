import RedoCrypto

/// Random bytes that follow from a secret and from what they take the place of: the same for the same, and
/// no way back without the secret.
struct PseudonymSource: Sendable {
    /// What a value is, so that equal bytes of two kinds have nothing in common.
    enum Domain: UInt8, Sendable {
        case text, name, uuid, nodeID, key, nonce, hexadecimal, number, color, zone
    }

    private let secret: [UInt8]

    init(secret: [UInt8]) { self.secret = secret }

    /// - Parameter attempt: another one gives other bytes for the same value.
    func bytes(_ domain: Domain, for value: [UInt8], attempt: Int = 0) -> PseudonymBytes {
        var text = secret
        text.append(domain.rawValue)
        for shift in stride(from: 0, to: 64, by: 8) {
            text.append(UInt8(truncatingIfNeeded: attempt >> shift))
        }
        text += value
        return PseudonymBytes(seed: SHA256.digest(text.span).bytes)
    }

    /// A digest in the place of another one.
    func digest(_ domain: Domain, for value: [UInt8], attempt: Int = 0) -> Digest {
        SHA256.digest(bytes(domain, for: value, attempt: attempt).seed.span)
    }
}

/// An endless sequence of random bytes.
struct PseudonymBytes {
    fileprivate let seed: [UInt8]
    private var block: [UInt8] = []
    private var position = 0
    private var counter = 0

    fileprivate init(seed: [UInt8]) { self.seed = seed }

    mutating func next() -> UInt8 {
        if position == block.count {
            var text = seed
            for shift in stride(from: 0, to: 64, by: 8) {
                text.append(UInt8(truncatingIfNeeded: counter >> shift))
            }
            counter += 1
            position = 0
            block = SHA256.digest(text.span).bytes
        }
        defer { position += 1 }
        return block[position]
    }

    mutating func next(count: Int) -> [UInt8] { (0..<count).map { _ in next() } }

    /// A number below a bound, which is above 0 and far below 2^32.
    mutating func below(_ bound: Int) -> Int {
        var word = 0
        for _ in 0..<4 { word = word << 8 | Int(next()) }
        return word % bound
    }
}
