import RedoJSON

/// Numbers in the place of others, with the same sign, as many digits and the same order.
///
/// Digits are drawn from left to right, for each beginning that some number has: the digits that follow it
/// get others in the same order. 0, zeros before the first other digit, and what comes after the 15th digit stay; so
/// do numbers at the limits of a double.
struct NumberPseudonyms {
    private(set) var images: [Double: Double] = [:]

    /// A number as ECMAScript prints it.
    private struct Decimal {
        let number: Double
        let isNegative: Bool
        /// Those before and after the point.
        let digits: [UInt8]
        /// How many stand before the point.
        let integerCount: Int
        /// With its letter; empty without one.
        let exponent: ArraySlice<UInt8>

        init(_ number: Double) {
            self.number = number
            var text = CanonicalJSON.bytes(.number(number))[...]
            isNegative = text.first == UInt8(ascii: "-")
            if isNegative { text.removeFirst() }
            let mantissa = text.prefix { $0 != UInt8(ascii: "e") }
            exponent = text.dropFirst(mantissa.count)
            integerCount = mantissa.prefix { $0 != UInt8(ascii: ".") }.count
            digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        }

        /// Numbers of one class have the same magnitude.
        var classKey: [UInt8] {
            [isNegative ? 1 : 0, UInt8(truncatingIfNeeded: integerCount)] + exponent
        }

        /// The number of other digits. If there are more than a double is sure to hold, the last three are chosen so
        /// that it is printed with as many.
        func number(_ digits: [UInt8]) -> Double {
            let first = value(digits)
            guard digits.count > NumberPseudonyms.greatestDigitCount else { return first }
            func size(_ number: Double) -> Int { CanonicalJSON.bytes(.number(number)).count }
            let wanted = size(number)
            if size(first) == wanted { return first }
            var digits = digits
            // Two digits stand for seven doubles at least, of which a quarter may be printed with as many.
            for tail in 1..<1000 where tail % 10 != 0 {
                digits[digits.count - 1] = UInt8(ascii: "0") + UInt8(tail % 10)
                digits[digits.count - 2] = UInt8(ascii: "0") + UInt8(tail / 10 % 10)
                if tail >= 100 { digits[digits.count - 3] = UInt8(ascii: "0") + UInt8(tail / 100) }
                let other = value(digits)
                if size(other) == wanted { return other }
            }
            return first
        }

        private func value(_ digits: [UInt8]) -> Double {
            var text = isNegative ? "-" : ""
            text += String(decoding: digits[..<integerCount], as: UTF8.self)
            if digits.count > integerCount {
                text += "." + String(decoding: digits[integerCount...], as: UTF8.self)
            }
            text += String(decoding: exponent, as: UTF8.self)
            return Double(text) ?? number
        }
    }

    fileprivate static let greatestDigitCount = 15

    init(of numbers: Set<Double>, _ source: PseudonymSource) {
        var classes: [[UInt8]: [Decimal]] = [:]
        for number in numbers where number.magnitude < 1e300 && number.magnitude > 1e-300 {
            let decimal = Decimal(number)
            classes[decimal.classKey, default: []].append(decimal)
        }
        for (key, decimals) in classes {
            let sorted = decimals.sorted { $0.digits.lexicographicallyPrecedes($1.digits) }
            assign(sorted[...], key, depth: 0, image: [], source)
        }
    }

    /// - Parameters:
    ///   - decimals: those with one beginning, sorted.
    ///   - depth: how many digits the beginning has.
    ///   - image: of the beginning.
    private mutating func assign(
        _ decimals: ArraySlice<Decimal>, _ key: [UInt8], depth: Int, image: [UInt8],
        _ source: PseudonymSource
    ) {
        var rest = decimals
        // The one that ends here comes first.
        if let first = rest.first, first.digits.count == depth {
            images[first.number] = first.number(image)
            rest.removeFirst()
        }
        guard let first = rest.first else { return }
        let beginning = first.digits[..<depth]
        let hasBegun = beginning.contains { $0 != UInt8(ascii: "0") }
        if depth - (beginning.firstIndex { $0 != UInt8(ascii: "0") } ?? depth)
            >= Self.greatestDigitCount
        {
            for decimal in rest {
                images[decimal.number] = decimal.number(image + decimal.digits[depth...])
            }
            return
        }
        var groups: [ArraySlice<Decimal>] = []
        while let digit = rest.first?.digits[depth] {
            let group = rest.prefix { $0.digits[depth] == digit }
            groups.append(group)
            rest = rest.dropFirst(group.count)
        }
        let digits = digits(
            for: groups, depth, hasBegun: hasBegun, source.bytes(.number, for: key + beginning))
        for (group, digit) in zip(groups, digits) {
            assign(group, key, depth: depth + 1, image: image + [digit], source)
        }
    }

    /// As many digits as there are groups, ascending.
    private func digits(
        for groups: [ArraySlice<Decimal>], _ depth: Int, hasBegun: Bool, _ bytes: PseudonymBytes
    ) -> [UInt8] {
        let zero = UInt8(ascii: "0")
        var bytes = bytes
        var result: [UInt8] = []
        var groups = groups[...]
        if !hasBegun, groups.first?.first?.digits[depth] == zero {
            result.append(zero)
            groups.removeFirst()
        }
        // The first digit that is not a zero stays one; so does the last one after a point.
        let isLast =
            groups.first?.contains { $0.digits.count == depth + 1 && depth >= $0.integerCount }
            ?? false
        var candidates = Array(zero + (hasBegun && !isLast ? 0 : 1)...zero + 9)
        while candidates.count > groups.count {
            candidates.remove(at: bytes.below(candidates.count))
        }
        return result + candidates
    }
}
