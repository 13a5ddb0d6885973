/// The division of a pack into files of a remote.
package enum PackPieces {
    /// Divides after the last frame that fits into a piece.
    ///
    /// - Parameters:
    ///   - frameEnds: the ends of the frames, ascending; the last one is the pack's size.
    ///   - limit: the maximum size of a piece in bytes. A longer frame is a separate piece.
    /// - Returns: adjacent ranges of bytes.
    package static func ranges(
        frameEnds: [Int], limit: Int = Statement.maximumPieceByteCount
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
