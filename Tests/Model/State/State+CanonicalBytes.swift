import RedoModel

extension State {
    /// The canonical state in one piece.
    var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        forEachCanonicalPart { bytes += $0 }
        return bytes
    }
}
