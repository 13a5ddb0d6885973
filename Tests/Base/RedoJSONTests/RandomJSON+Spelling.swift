import TestSupport

@testable import RedoJSON

/// Random spellings of values.
extension RandomJSON {
    /// A text that says the value in one of the ways that JSON has.
    mutating func spelling(of value: JSONValue) -> [UInt8] {
        whiteSpace() + spelledOut(value) + whiteSpace()
    }

    private mutating func spelledOut(_ value: JSONValue) -> [UInt8] {
        switch value {
        case .null: return Array("null".utf8)
        case .bool(let bool): return Array((bool ? "true" : "false").utf8)
        case .number(let number): return Array(spelling(of: number).utf8)
        case .string(let string): return spelling(of: string)
        case .array(let elements):
            let parts = elements.map { spelling(of: $0) }
            return list(parts, "[", "]")
        case .object(let members):
            let parts = members.shuffled(using: &generator).map {
                whiteSpace() + spelling(of: $0.name) + whiteSpace() + Array(":".utf8)
                    + spelling(of: $0.value)
            }
            return list(parts, "{", "}")
        }
    }

    private mutating func list(_ parts: [[UInt8]], _ open: String, _ close: String) -> [UInt8] {
        let contents =
            parts.isEmpty ? whiteSpace() : Array(parts.joined(separator: Array(",".utf8)))
        return Array(open.utf8) + contents + Array(close.utf8)
    }

    private mutating func whiteSpace() -> [UInt8] {
        let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        return coin() ? [] : (0..<below(3)).map { _ in spaces[below(4)] }
    }

    private mutating func spelling(of string: JSONString) -> [UInt8] {
        let short: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{08}": "\\b", "\u{0C}": "\\f",
            "\n": "\\n", "\r": "\\r", "\t": "\\t",
        ]
        var output = Array("\"".utf8)
        for scalar in string.description.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if let escape = short[scalar], coin() {
                output.append(contentsOf: escape.utf8)
            } else if mustEscape || below(4) == 0 {
                for unit in UTF16.encode(scalar)! { output.append(contentsOf: escape(unit).utf8) }
            } else {
                output.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
        return output + Array("\"".utf8)
    }

    private mutating func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: coin())
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Moves the decimal point and makes up for it in the exponent.
    private mutating func spelling(of number: Double) -> String {
        let sign = number.sign == .minus && (number != 0 || coin()) ? "-" : ""
        if number == 0 { return sign + ["0", "0.0", "0e7", "0.00E-12", "0E+0"][below(5)] }
        var (digits, exponent) = decimal(number.magnitude)
        let zeros = below(3)
        digits += String(repeating: "0", count: zeros)
        exponent -= zeros
        // The point stands after that many digits, before or behind all of them too.
        let point = below(digits.count + 8) - 4
        exponent += digits.count - point
        let mantissa: String
        if point <= 0 {
            mantissa = "0." + String(repeating: "0", count: -point) + digits
        } else if point < digits.count {
            mantissa = digits.prefix(point) + "." + digits.dropFirst(point)
        } else {
            mantissa =
                digits + String(repeating: "0", count: point - digits.count) + (coin() ? ".0" : "")
        }
        return sign + mantissa + spelling(ofExponent: exponent)
    }

    private mutating func spelling(ofExponent exponent: Int) -> String {
        if exponent == 0, coin() { return "" }
        let sign = exponent < 0 ? "-" : coin() ? "+" : ""
        let zeros = String(repeating: "0", count: below(3))
        return (coin() ? "e" : "E") + sign + zeros + String(exponent.magnitude)
    }

    /// Decimal digits without leading zeros and the power of ten to multiply them with.
    private func decimal(_ magnitude: Double) -> (digits: String, exponent: Int) {
        let parts = magnitude.description.split(separator: "e")
        let halves = parts[0].split(separator: ".")
        let fraction = halves.count > 1 ? String(halves[1]) : ""
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let digits = (String(halves[0]) + fraction).drop { $0 == "0" }
        return (String(digits), exponent - fraction.count)
    }
}

extension JSONValue {
    /// The value with the members of all objects sorted by their real UTF-16 code units.
    var withSortedMembers: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.withSortedMembers))
        case .object(let members):
            let sorted = members.sorted {
                $0.name.description.utf16.lexicographicallyPrecedes($1.name.description.utf16)
            }
            return .object(sorted.map { JSONMember($0.name, $0.value.withSortedMembers) })
        default: return self
        }
    }
}
