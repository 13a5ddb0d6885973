import RedoJSON

/// What the parser makes of texts, for a comparison with other parsers (`Tests/Fuzz/compare_json.py`).
public enum JSONVerdicts {
    /// Answers a batch of texts.
    ///
    /// - Parameter batch: each text behind its length, 4 bytes, the lowest first.
    /// - Returns: for each text a byte, 1 if it is I-JSON, and the canonical bytes behind their length.
    public static func answers(_ batch: [UInt8]) -> [UInt8] {
        var answers: [UInt8] = []
        var rest = batch[...]
        while rest.count >= 4 {
            let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            let text = Array(rest.dropFirst(4).prefix(count))
            rest = rest.dropFirst(4 + count)
            let document = try? JSONDocument(text)
            let canonical = document.map { CanonicalJSON.bytes($0.root) } ?? []
            answers.append(document == nil ? 0 : 1)
            for shift in stride(from: 0, to: 32, by: 8) {
                answers.append(UInt8(truncatingIfNeeded: canonical.count >> shift))
            }
            answers += canonical
        }
        return answers
    }
}
