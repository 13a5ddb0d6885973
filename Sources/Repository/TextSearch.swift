extension String {
    /// Whether a text contains another one, byte for byte. O(m n) for their lengths m and n.
    package func containsText(_ other: String) -> Bool {
        let pattern = Array(other.utf8)
        guard let first = pattern.first else { return true }
        let text = Array(utf8)
        guard text.count >= pattern.count else { return false }
        for start in 0...(text.count - pattern.count) where text[start] == first {
            if text[start..<start + pattern.count].elementsEqual(pattern) { return true }
        }
        return false
    }
}
