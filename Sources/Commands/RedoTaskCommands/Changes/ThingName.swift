import RedoModel
import RedoRepository
import RedoSystem

extension Sequence {
    /// The comment or interval whose id begins with a name.
    ///
    /// - Parameters:
    ///   - command: the command that lists the ids, for errors.
    ///   - line: how one of several is listed.
    /// - Throws: an error for a name of fewer than four digits, one of nothing, and one of several.
    func thing(
        named name: String, _ kind: OwnedKind, id: (Element) -> UUIDValue,
        listedBy command: String, line: (Element) -> String
    ) throws(RedoError) -> Element {
        let beginning = name.lowercased()
        let found = filter { name.utf8.count >= 4 && id($0).text.hasPrefix(beginning) }
        if found.count > 1 { throw UnclearName.ambiguous(name, found.map(line)) }
        guard let thing = found.first else {
            let word = kind == .work ? "interval" : kind.rawValue
            throw RedoError(
                .unknownName, "there is no \(word) '\(name)'",
                hints: [
                    "\(kind == .work ? "an" : "a") \(word) is named by the beginning of its id, "
                        + "four digits or more; '\(command)' shows the ids"
                ])
        }
        return thing
    }
}
