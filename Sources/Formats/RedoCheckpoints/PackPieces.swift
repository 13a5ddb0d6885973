/// Where a pack is cut into files of a remote.
package enum PackPieces {
    /// Cuts after the last frame that fits into a piece.
    ///
    /// - Parameters:
    ///   - frameEnds: where the frames end, ascending; the last one is the pack's size.
    ///   - limit: the most bytes of a piece. A frame that is longer by itself is a piece of its own.
    /// - Returns: ranges of bytes, one behind the other.
    package static func ranges(
        frameEnds: [Int], limit: Int = Statement.greatestPieceByteCount
    ) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (start, end) = (0, 0)
        for frameEnd in frameEnds {
            if frameEnd - start > limit, end > start {
                ranges.append(start..<end)
                start = end
            }
            end = frameEnd
        }
        if end > start { ranges.append(start..<end) }
        return ranges
    }
}
