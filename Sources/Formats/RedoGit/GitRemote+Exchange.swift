import RedoSystem

extension GitRemote {
    /// Lets a reference of the other side lead to an object if it leads where it is expected: of several who try at once one
    /// succeeds. What is compared is the old value that the push itself names, which the server compares again.
    ///
    /// - Parameters:
    ///   - source: a reference of this side that leads to the object.
    ///   - name: of the other side's.
    ///   - previous: where that leads so far; nil if it must not exist.
    /// - Returns: nil if it was set, otherwise why not: another one was first, or the other side refuses.
    /// - Throws: as ``push(_:progress:)``.
    package func exchange(
        _ source: String, for name: String, from previous: GitObjectID?
    ) throws(RedoError) -> String? {
        expectation = (name, previous)
        defer { expectation = nil }
        do throws(RedoError) {
            // The plus: what is there need not be here, and the expectation is stricter than a step forward.
            return try push(["+\(source):\(name)"]).compactMap(\.refusal).first
        } catch {
            guard error.code == Self.overtaken.code, error.message == Self.overtaken.message else {
                throw error
            }
            return error.message
        }
    }

    /// Why a push is given up whose reference does not lead where it is expected.
    static let overtaken = RedoError(.writeFailed, "the reference leads elsewhere by now")
}
