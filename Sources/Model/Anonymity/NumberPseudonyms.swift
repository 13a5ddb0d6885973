import RedoJSON

/// Numbers in the place of others, with the same sign, as many digits and the same order.
///
/// Digits are drawn from left to right, for each beginning that some number has: the digits that follow it
/// get others in the same order. 0, zeros before the first other digit, and what comes after the 15th digit stay; so
/// do numbers at the limits of a double.
///
/// A number is printed with 17 digits only below a power of two of its decade: above it, doubles lie farther apart than
/// decimals of 16 digits. Digits are drawn so that such a number stays below it.
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

        /// Whether no fewer than 17 digits tell it from its neighbours.
        var isOfSeventeenDigits: Bool {
            let zero = UInt8(ascii: "0")
            guard let first = digits.firstIndex(where: { $0 != zero }),
                let last = digits.lastIndex(where: { $0 != zero })
            else { return false }
            return last - first == 16
        }

        /// The digits, from the first other than 0, of the power of two that numbers of 17 digits lie below if their
        /// first such digit stands at a place among the digits.
        func bound(at place: Int) -> ArraySlice<UInt8> {
            let scale =
                integerCount - 1 - place
                + (Int(String(decoding: exponent.dropFirst(), as: UTF8.self)) ?? 0)
            // Doubles below 2^k are 2^(k - 53) apart, decimals of 16 digits 10^(scale - 15).
            guard let limit = Double("9007199254740992e\(scale - 15)"), limit.isNormal else {
                return []
            }
            let power = Decimal(
                Double(sign: .plus, exponent: Int(limit.nextDown.exponent), significand: 1))
            return power.digits.drop { $0 == UInt8(ascii: "0") }
        }

        /// The number of other digits. If there are more than a double is sure to hold, the last four are chosen so
        /// that it is printed with as many.
        func number(_ digits: [UInt8]) -> Double {
            let first = value(digits)
            guard digits.count > NumberPseudonyms.greatestDigitCount else { return first }
            func size(_ number: Double) -> Int { CanonicalJSON.bytes(.number(number)).count }
            let wanted = size(number)
            if size(first) == wanted { return first }
            var digits = digits
            // In few decades no more than one double of forty needs 17 digits; four digits stand for hundreds of doubles.
            for tail in 1..<10_000 where tail % 10 != 0 {
                var rest = tail
                for place in 1...4 where rest > 0 {
                    digits[digits.count - place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
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
            assign(sorted[...], key, depth: 0, image: [], bound: nil, source)
        }
    }

    /// - Parameters:
    ///   - decimals: those with one beginning, sorted.
    ///   - depth: how many digits the beginning has.
    ///   - image: of the beginning.
    ///   - bound: what those of 17 digits stay below from here on; nil if they are below already.
    private mutating func assign(
        _ decimals: ArraySlice<Decimal>, _ key: [UInt8], depth: Int, image: [UInt8],
        bound: ArraySlice<UInt8>?, _ source: PseudonymSource
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
        let bound = hasBegun ? bound : first.bound(at: depth)
        let digits = digits(
            for: groups, depth, hasBegun: hasBegun, bound: bound?.first,
            source.bytes(.number, for: key + beginning))
        for (group, digit) in zip(groups, digits) {
            assign(
                group, key, depth: depth + 1, image: image + [digit],
                bound: digit == bound?.first ? bound?.dropFirst() : nil, source)
        }
    }

    /// As many digits as there are groups, ascending.
    ///
    /// The digit of a group with numbers of 17 digits is below the bound, or equal to it if its own is: their own
    /// digits can be had, and what is below the bound stays below it.
    private func digits(
        for groups: [ArraySlice<Decimal>], _ depth: Int, hasBegun: Bool, bound: UInt8?,
        _ bytes: PseudonymBytes
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
        // The digits that the groups up to the last one with such a number are drawn from.
        var bounded = 0
        var needed = 0
        if let bound,
            let last = groups.lastIndex(where: { $0.contains(where: \.isOfSeventeenDigits) }),
            let own = groups[last].first?.digits[depth]
        {
            bounded = candidates.count { $0 < bound || $0 == bound && own == bound }
            needed = last - groups.startIndex + 1
        }
        while candidates.count > groups.count {
            let first = bounded > needed ? 0 : bounded
            let place = first + bytes.below(candidates.count - first)
            candidates.remove(at: place)
            if place < bounded { bounded -= 1 }
        }
        return result + candidates
    }
}
