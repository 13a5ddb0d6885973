import RedoJSON

extension FuzzTarget {
    /// I-JSON and its canonical form.
    static let json = FuzzTarget("json", upTo: 4096, seeds: Seeds.json) { bytes in
        checkSequence(bytes)
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(bytes)
        } catch {
            try require((0...bytes.count).contains(error.offset), "the mistake is outside")
            return
        }
        try require(String(validating: bytes, as: UTF8.self) != nil, "accepted without UTF-8")
        let canonical = CanonicalJSON.bytes(document.root)
        let value = document.root.value
        try require(CanonicalJSON.bytes(value) == canonical, "element and value differ")
        let again = try demand("canonical bytes are refused") { try JSONDocument(canonical) }
        try require(
            CanonicalJSON.bytes(again.root) == canonical
                && CanonicalJSON.bytes(again.root.value) == canonical,
            "canonical bytes are another text")
        var indented: [UInt8] = []
        CanonicalJSON.appendIndented(value, to: &indented)
        let broken = try demand("indented text is refused") { try JSONDocument(indented) }
        try require(CanonicalJSON.bytes(broken.root) == canonical, "indented text differs")
    }

    /// Splits a text into its values, which must lie one behind the other.
    private static func checkSequence(_ bytes: [UInt8]) {
        guard let ranges = try? JSONSequence.ranges(in: bytes.span) else { return }
        var end = 0
        for range in ranges {
            precondition(range.lowerBound >= end && range.upperBound <= bytes.count)
            end = range.upperBound
        }
    }
}
