import RedoCrypto
import RedoSystem

extension MappedFile {
    private static let partByteCount = 1 << 20

    /// SHA-256 of the beginning of the file. Its memory is freed. O(n).
    func digest(ofFirst count: Int) -> Digest {
        var sha256 = IncrementalSHA256()
        var forgetting = ForgottenBytes(of: self)
        for start in stride(from: 0, to: count, by: Self.partByteCount) {
            let end = min(start + Self.partByteCount, count)
            sha256.update(bytes.extracting(start..<end))
            forgetting.pass(end)
        }
        return sha256.digest()
    }
}
