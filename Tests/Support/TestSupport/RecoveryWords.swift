/// What `redo` prints of a recovery key: `recovery of remote origin: WORDS`.
extension StringProtocol {
    /// The words of the first line that has some, if it says that they open something.
    ///
    /// - Parameter owner: `remote origin`.
    public func recoveryWords(of owner: String) -> String? {
        let start = "recovery of \(owner): "
        return split(separator: "\n").first { $0.hasPrefix(start) }.map {
            String($0.dropFirst(start.count))
        }
    }
}
