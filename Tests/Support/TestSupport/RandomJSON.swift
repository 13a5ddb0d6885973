import RedoJSON

/// Makes random values.
package struct RandomJSON {
    /// What the values are like.
    package enum Shape: Sendable {
        /// Anything that JSON can say; for a depth of a few containers.
        case any
        /// What most documents of Firestore can hold: names are not empty, arrays in arrays and reserved
        /// names are rare. Objects have few members, so that they can be deep.
        case document
    }

    package var generator: SeededGenerator
    private let shape: Shape

    package init(_ seed: Seed, _ shape: Shape = .any) {
        generator = seed.generator
        self.shape = shape
    }

    package mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }

    package mutating func coin() -> Bool { Bool.random(using: &generator) }

    /// - Parameter depth: how many containers may stand inside each other.
    package mutating func value(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 8 : 4) {
        case 0: coin() ? .null : .bool(coin())
        case 1: .number(number())
        case 2, 3: .string(string())
        case 4, 5: array(depth: depth)
        default: object(depth: depth)
        }
    }

    private mutating func array(depth: Int) -> JSONValue {
        switch shape {
        case .any: .array((0..<below(6)).map { _ in value(depth: depth - 1) })
        case .document where coin(): .array((0..<below(3)).map { _ in object(depth: depth - 1) })
        case .document: .array((0..<below(4)).map { _ in below(40) == 0 ? [] : value(depth: 0) })
        }
    }

    package mutating func object(depth: Int) -> JSONValue {
        var names: Set<JSONString> = []
        var members: [JSONMember] = []
        for _ in 0..<(shape == .any ? below(8) : 1 + below(3)) {
            let name = name()
            if names.insert(name).inserted {
                members.append(JSONMember(name, value(depth: max(0, depth - 1))))
            }
        }
        return .object(members)
    }

    private mutating func name() -> JSONString {
        guard shape == .document else { return string() }
        if below(200) == 0 { return "__reserved__" }
        let name = string()
        return name.description.isEmpty ? "name" : name
    }

    /// Finite.
    package mutating func number() -> Double {
        switch below(4) {
        case 0: return Double(Int.random(in: -1000...1000, using: &generator))
        case 1: return Double(Int.random(in: -99_999_999...99_999_999, using: &generator)) / 1000
        case 2:
            let edges = [
                0, -0.0, 0.1, 1e-6, 1e-7, .leastNonzeroMagnitude, .leastNormalMagnitude,
                .greatestFiniteMagnitude, 999_999_999_999_999, 1e15, 9_007_199_254_740_991,
                9_007_199_254_740_992, -9_007_199_254_740_994, 9_223_372_036_854_775_808,
                18_446_744_073_709_551_616, 123_456_789_012_345_683_968, 1e21,
            ]
            return edges[below(edges.count)]
        default: return finiteBits()
        }
    }

    /// A double of random bits that is a number.
    package mutating func finiteBits() -> Double {
        while true {
            let number = Double(bitPattern: generator.next())
            if number.isFinite { return number }
        }
    }

    package mutating func string() -> JSONString {
        var text = ""
        for _ in 0..<below(coin() ? 6 : 30) { text.unicodeScalars.append(scalar()) }
        return JSONString(text)
    }

    private mutating func scalar() -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7F, 0x61...0x7A, 0x00...0x1F, 0x22...0x22, 0x5C...0x60, 0x80...0x7FF,
            0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
        ]
        let value = UInt32.random(in: ranges[below(ranges.count)], using: &generator)
        return Unicode.Scalar(value) ?? "?"
    }
}
