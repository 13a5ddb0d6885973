import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A change of a comment or an interval of work: by its author, or a deletion by the owner of the task.
struct ThingChange {
    let thing: OwnedThing
    let task: TaskID
    let author: Principal
    let writing: WritingRequest

    /// Writes a node about the thing.
    ///
    /// - Parameters:
    ///   - fields: those beside the id of the thing.
    ///   - report: what is printed, of the task's title.
    /// - Throws: E_PERMISSION_DENIED for someone who may not.
    func write(
        _ action: Action, _ fields: [JSONMember], _ organisation: Organisation,
        _ repository: Repository, _ context: inout CommandContext, _ report: (String) -> String
    ) throws(RedoError) {
        let log = try repository.log(of: [task.description])
        let task = try log.livingTask(named: task.description)
        let text = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            let user = organisation.principal(of: writer.identity.author)
            let isDeletion = OrganisationActions.effect(of: action)?.verb == .remove
            guard
                author == user
                    || (isDeletion && organisation.principal(of: task.owner) == user)
            else {
                throw RedoError(
                    .permissionDenied,
                    "\(thing.kind.word) \(thing.id.text.prefix(8)) is by \(author), not by you",
                    status: .no)
            }
            try writer.add(familyNode: action, of: task.id, [thing.member] + fields)
            return report(task.title.printable) + "\n" + writer.joinReport(of: task.id)
        }
        try context.print(text)
    }
}

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
            throw RedoError(
                .unknownName, "there is no \(kind.word) '\(name)'",
                hints: [
                    "\(kind == .work ? "an" : "a") \(kind.word) is named by the beginning of its id, "
                        + "four digits or more; '\(command)' shows the ids"
                ])
        }
        return thing
    }
}

extension OwnedKind {
    /// The name of one, for people.
    fileprivate var word: String { self == .work ? "interval" : rawValue }
}
