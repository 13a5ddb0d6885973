import RedoJSON
import TestSupport

/// Makes random values of all that JSON can say.
struct RandomJSON {
    private var generator: SeededGenerator

    init(_ seed: Seed) { generator = seed.generator }

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }

    /// - Parameter depth: how many arrays and objects may be nested.
    mutating func value(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 9 : 4) {
        case 0: return .bool(Bool.random(using: &generator))
        case 1: return below(3) == 0 ? .null : .number(number())
        case 2, 3: return .string(string())
        // Arrays in arrays are rare, so that most values can be in a document.
        case 4:
            return .array(
                (0..<below(4)).map { _ in below(40) == 0 ? [] : value(depth: 0) })
        case 5: return .array((0..<below(3)).map { _ in object(depth: depth - 1) })
        default: return object(depth: depth - 1)
        }
    }

    mutating func object(depth: Int) -> JSONValue {
        var names: Set<JSONString> = []
        var members: [JSONMember] = []
        for _ in 0..<1 + below(3) {
            let name = below(200) == 0 ? "__reserved__" : string()
            if names.insert(name).inserted {
                members.append(JSONMember(name, value(depth: max(0, depth - 1))))
            }
        }
        return .object(members)
    }

    private mutating func number() -> Double {
        switch below(4) {
        case 0: return Double(Int.random(in: -1000...1000, using: &generator))
        case 1:
            let edges = [
                -0.0, 0.1, 1e21, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
                9_007_199_254_740_991, 9_007_199_254_740_992, -9_007_199_254_740_994, 1e15,
                9_223_372_036_854_775_808, 18_446_744_073_709_551_616,
            ]
            return edges[below(edges.count)]
        default:
            let number = Double(bitPattern: generator.next())
            return number.isFinite ? number : 0.5
        }
    }

    private mutating func string() -> JSONString {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7F, 0x00...0x1F, 0x22...0x22, 0x5C...0x60, 0x80...0x7FF, 0x800...0xD7FF,
            0xE000...0xFFFF, 0x10000...0x10FFFF,
        ]
        var text = ""
        for _ in 0..<1 + below(8) {
            let value = UInt32.random(in: ranges[below(ranges.count)], using: &generator)
            text.unicodeScalars.append(Unicode.Scalar(value) ?? "?")
        }
        return JSONString(text)
    }
}
