import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

extension SearchQuery {
    /// The byte ranges of terms in a text, in order; adjacent ones are joined.
    func matches(in text: JSONString) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var folded: FoldedText?
        for term in terms {
            switch term {
            case .text(let pattern):
                let known = folded ?? FoldedText(text.utf8, notingOrigins: true)
                folded = known
                for match in known.matches(of: pattern) {
                    let start = Int(known.origins[match.lowerBound])
                    // A match can end inside of what one character became.
                    var end = match.upperBound
                    while end < known.bytes.count, known.origins[end] == known.origins[end - 1] {
                        end += 1
                    }
                    ranges.append(start..<Int(known.origins[end]))
                }
            case .expression(let expression):
                var start = 0
                while start < text.utf8.count,
                    let match = expression.firstMatch(in: text.utf8, from: start)
                {
                    if !match.isEmpty { ranges.append(match) }
                    start = max(match.upperBound, start + 1)
                    while start < text.utf8.count, text.utf8[start] & 0xC0 == 0x80 { start += 1 }
                }
            }
        }
        return Self.joined(ranges)
    }

    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// A text with its matches in a style, safe for a terminal.
    func highlighted(_ text: JSONString, _ context: borrowing CommandContext) -> String {
        // Where nothing is coloured, matches need not be found.
        show(text, 0..<text.utf8.count, context.isColored ? matches(in: text) : [], context)
    }

    /// The part of a text around its first match, with an ellipsis where something is left out.
    func excerpt(_ text: JSONString, _ context: borrowing CommandContext) -> String {
        let matches = matches(in: text)
        let focus = matches.first ?? 0..<0
        let bytes = text.utf8
        var start = focus.lowerBound
        var end = focus.upperBound
        var count = 0
        while start > 0, count < Self.contextCount {
            start = Self.characterStart(bytes, before: start)
            count += 1
        }
        count = 0
        while end < bytes.count, count < Self.contextCount {
            end += 1
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            count += 1
        }
        // A word is not cut where its beginning is near.
        if start > 0, let space = bytes[start..<focus.lowerBound].firstIndex(of: 0x20) {
            start = space + 1
        }
        if end < bytes.count, let space = bytes[focus.upperBound..<end].lastIndex(of: 0x20) {
            end = space
        }
        return (start > 0 ? "…" : "") + show(text, start..<end, matches, context)
            + (end < bytes.count ? "…" : "")
    }

    /// Characters before and after a match.
    private static let contextCount = 36

    private static func characterStart(_ bytes: [UInt8], before end: Int) -> Int {
        var start = end - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    private func show(
        _ text: JSONString, _ part: Range<Int>, _ matches: [Range<Int>],
        _ context: borrowing CommandContext
    ) -> String {
        func plain(_ range: Range<Int>) -> String {
            String(decoding: text.utf8[range], as: UTF8.self).printable
        }
        var shown = ""
        var offset = part.lowerBound
        for match in matches where match.overlaps(part) {
            let match = match.clamped(to: part)
            shown += plain(offset..<match.lowerBound) + context.styled(plain(match), .match)
            offset = match.upperBound
        }
        return shown + plain(offset..<part.upperBound)
    }
}
