/// Converts a JSON number to the nearest IEEE 754 double; infinite if it is out of range.
///
/// Digits after the 800th significant one only decide whether a rest is zero: no double, and no midpoint
/// between two, has more than 767.
///
/// - Parameter digits: a number in JSON's grammar.
/// - Complexity: O(n).
func parseDouble(_ digits: Span<UInt8>) -> Double {
    if let short = parseShortInteger(digits) { return short }
    var text = ""
    var significant = 0
    var isSticky = false
    var exponent = 0
    var isAfterPoint = false
    var index = 0
    while index < digits.count {
        let byte = digits[index]
        if isDigit(byte) {
            if significant > 0 || byte != UInt8(ascii: "0") { significant += 1 }
            if significant <= 800 {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                if byte != UInt8(ascii: "0") { isSticky = true }
                if !isAfterPoint { exponent += 1 }
            }
        } else if byte == UInt8(ascii: ".") {
            isAfterPoint = true
            if significant <= 800 { text.append(".") }
        } else if byte == UInt8(ascii: "-") {
            text.append("-")
        } else {
            exponent += parseExponent(digits.extracting((index + 1)...))
            break
        }
        index += 1
    }
    if isSticky {
        // Every nonzero rest after the 800th digit breaks a tie in the same way.
        if !text.utf8.contains(UInt8(ascii: ".")) { text.append(".") }
        text.append("1")
    }
    if significant == 0 { return 0 }
    text.append("e")
    text.append(String(exponent))
    // The initializer accepts all of JSON's grammar.
    return Double(text) ?? .infinity
}

/// Converts an integer of at most 15 characters without a `String`; nil for any other number.
private func parseShortInteger(_ digits: Span<UInt8>) -> Double? {
    guard digits.count <= 15 else { return nil }
    var value = 0
    var index = 0
    let isNegative = digits[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    while index < digits.count {
        guard isDigit(digits[index]) else { return nil }
        value = value * 10 + Int(digits[index] - UInt8(ascii: "0"))
        index += 1
    }
    return isNegative ? -Double(value) : Double(value)
}

/// Converts an exponent and clamps it to ±10^11.
///
/// Every double beyond that is zero or infinite: the digits of a text below 4 GiB cannot shift it back.
private func parseExponent(_ digits: Span<UInt8>) -> Int {
    var index = 0
    var isNegative = false
    if digits[0] == UInt8(ascii: "-") || digits[0] == UInt8(ascii: "+") {
        isNegative = digits[0] == UInt8(ascii: "-")
        index = 1
    }
    var value = 0
    while index < digits.count {
        value = min(value * 10 + Int(digits[index] - UInt8(ascii: "0")), 100_000_000_000)
        index += 1
    }
    return isNegative ? -value : value
}

/// Appends a number in ECMAScript's format (ECMA-262, Number::toString; RFC 8785, section 3.2.2.3).
///
/// A negative zero is written as `0`.
///
/// - Parameter number: a finite number.
func appendECMAScript(_ number: Double, to output: inout [UInt8]) {
    if number == 0 { return output.append(UInt8(ascii: "0")) }
    if let integer = exactInteger(number) { return appendDecimal(integer, to: &output) }
    if number < 0 { output.append(UInt8(ascii: "-")) }
    let (digits, pointPosition) = shortestDigits(number.magnitude)
    let count = digits.count
    switch pointPosition {
    case count...21 where count <= pointPosition:
        output.append(contentsOf: digits)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: pointPosition - count))
    case 1...21:
        output.append(contentsOf: digits[..<pointPosition])
        output.append(UInt8(ascii: "."))
        output.append(contentsOf: digits[pointPosition...])
    case -5...0:
        output.append(contentsOf: [UInt8(ascii: "0"), UInt8(ascii: ".")])
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -pointPosition))
        output.append(contentsOf: digits)
    default:
        output.append(digits[0])
        if count > 1 {
            output.append(UInt8(ascii: "."))
            output.append(contentsOf: digits[1...])
        }
        output.append(UInt8(ascii: "e"))
        output.append(pointPosition > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
        appendDecimal((pointPosition - 1).magnitude, to: &output)
    }
}

/// Appends an integer in decimal digits.
@inlinable
package func appendDecimal(_ value: some BinaryInteger, to output: inout [UInt8]) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    // The digits are appended in reverse order and swapped, which is faster than a `String`.
    var start = output.count
    var rest = value.magnitude
    repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
        rest = quotient
    } while rest > 0
    var end = output.count - 1
    while start < end {
        output.swapAt(start, end)
        start += 1
        end -= 1
    }
}

/// Returns the shortest decimal digits that convert back to a double.
///
/// The digits are those of Swift's `description`, which like ECMAScript chooses the closest of several
/// shortest representations (swift/stdlib/public/runtime/SwiftDtoa.cpp).
///
/// - Returns: the digits, and the position of the decimal point relative to the first digit: 0.00125 has the
///   digits 125 and the position −2.
private func shortestDigits(_ magnitude: Double) -> (digits: [UInt8], pointPosition: Int) {
    var digits: [UInt8] = []
    var pointPosition: Int?
    var exponent = 0
    let text = Array(magnitude.description.utf8)
    for (index, byte) in text.enumerated() {
        if isDigit(byte) {
            digits.append(byte)
        } else if byte == UInt8(ascii: ".") {
            pointPosition = digits.count
        } else {
            exponent = parseExponent(text.span.extracting((index + 1)...))
            break
        }
    }
    var position = (pointPosition ?? digits.count) + exponent
    let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leadingZeros)
    position -= leadingZeros
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, position)
}
