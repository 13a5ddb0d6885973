import RedoCheckpoints

/// A page of a listing (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html), and the code of an
/// error answer.
///
/// The parser reads the small part of XML that such servers write: elements, without declarations of types. Nothing in
/// it is trusted.
/// trusted.
struct S3Listing {
    private(set) var files: [(key: String, byteCount: Int)] = []
    /// The token of the next page; nil after the last.
    private(set) var continuation: String?

    /// Returns nil for a body that is not a listing.
    init?(_ body: [UInt8]) {
        guard let text = String(validating: body, as: UTF8.self),
            let root = XMLElements(of: text[...], named: "ListBucketResult").first,
            let truncation = XMLElements(of: root, named: "IsTruncated").first
        else { return nil }
        for contents in XMLElements(of: root, named: "Contents") {
            guard let key = XMLElements(of: contents, named: "Key").first.flatMap(unescaped),
                let size = XMLElements(of: contents, named: "Size").first.flatMap({ Int($0) }),
                size >= 0
            else { return nil }
            files.append((key, size))
        }
        guard truncation == "true" else { return }
        let token = XMLElements(of: root, named: "NextContinuationToken").first
        guard let token = token.flatMap(unescaped), !token.isEmpty else { return nil }
        continuation = token
    }

    /// The code of an error answer; nil if it has none.
    static func errorCode(_ body: [UInt8]) -> String? {
        guard let text = String(validating: body, as: UTF8.self),
            let root = XMLElements(of: text[...], named: "Error").first,
            let code = XMLElements(of: root, named: "Code").first,
            (1...64).contains(code.utf8.count),
            code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        return String(code)
    }
}

/// The contents of all elements of a name in a text, one after the other. Elements of the name are not nested.
private struct XMLElements: Sequence, IteratorProtocol {
    private var rest: Substring.UTF8View
    private let text: Substring
    private let start: [UInt8]
    private let end: [UInt8]

    init(of text: Substring, named name: String) {
        self.text = text
        rest = text.utf8
        start = Array("<\(name)".utf8)
        end = Array("</\(name)>".utf8)
    }

    var first: Substring? {
        var copy = self
        return copy.next()
    }

    mutating func next() -> Substring? {
        while let from = Self.position(of: start, in: rest) {
            var head = rest[rest.index(from, offsetBy: start.count)...]
            guard let mark = head.first else { return nil }
            // A longer name that begins with the same letters is another one.
            guard mark == UInt8(ascii: ">") || mark == UInt8(ascii: " ") else {
                rest = head
                continue
            }
            guard let open = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            head = head[head.index(after: open)...]
            guard let close = Self.position(of: end, in: head) else { return nil }
            rest = rest[rest.index(close, offsetBy: end.count)...]
            return text[head.startIndex..<close]
        }
        return nil
    }

    private static func position(
        of pattern: [UInt8], in bytes: Substring.UTF8View
    ) -> String.Index? {
        guard let first = pattern.first else { return nil }
        var rest = bytes
        while let index = rest.firstIndex(of: first) {
            if rest[index...].starts(with: pattern) { return index }
            rest = rest[rest.index(after: index)...]
        }
        return nil
    }
}

/// A text with the five predefined entities of XML replaced; nil if it has any other reference.
private func unescaped(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts[0])
    let characters = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    for part in parts.dropFirst() {
        let name = part.prefix { $0 != ";" }
        guard name.count < part.count, let character = characters[String(name)] else { return nil }
        result += character
        result += part.dropFirst(name.count + 1)
    }
    return result
}
