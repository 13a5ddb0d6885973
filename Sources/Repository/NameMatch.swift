import RedoStore
import RedoSystem

/// The result of looking up a name.
package enum NameMatch<Meaning> {
    case none
    case one(Meaning)
    /// The name, or the part of it, that is ambiguous, and a line for each meaning.
    case several(String, [String])

    /// The match, with its meaning transformed.
    package func map<Other>(_ transform: (Meaning) -> Other) -> NameMatch<Other> {
        switch self {
        case .none: .none
        case .one(let meaning): .one(transform(meaning))
        case .several(let name, let candidates): .several(name, candidates)
        }
    }

    /// Returns the only meaning.
    ///
    /// - Parameter unknown: the error for a name without a meaning.
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several.
    package func one(
        named name: String, orElse unknown: (String) -> RedoError
    ) throws(RedoError) -> Meaning {
        switch self {
        case .one(let meaning): return meaning
        case .none: throw unknown(name)
        case .several(let name, let candidates): throw UnclearName.ambiguous(name, candidates)
        }
    }
}

/// The name that an error is about, without what is around it in an input.
package final class WrongName: ErrorDetail {
    package let name: String

    package init(_ name: String) { self.name = name }
}

/// The errors for names without a meaning, or with several.
package enum UnclearName {
    /// The maximum number of candidates that are shown.
    private static let maximumCount = 10

    /// The error for the name of an unknown node.
    package static func node(_ name: String) -> RedoError {
        RedoError(
            .unknownName, "there is no node '\(name)'",
            hints: [
                "a node is named by the beginning of its id, four digits or more, or by a task, "
                    + "which means its head; NAME~2 and NAME^2 are ancestors of it"
            ], detail: WrongName(name))
    }

    /// The error for the name of an unknown task.
    package static func task(_ name: String) -> RedoError {
        RedoError(
            .unknownName, "there is no task '\(name)'",
            hints: [
                "a task is named by the beginning of its id or a part of its title; 'redo list --all' "
                    + "shows the tasks"
            ], detail: WrongName(name))
    }

    /// The error for the name of an unknown room.
    package static func room(_ name: String) -> RedoError {
        RedoError(
            .unknownName, "there is no room '\(name)'",
            hints: [
                "a room is named by nicknames of those who take part, or by the beginning of its id, four digits or more; "
                    + "'redo room list --all' shows the rooms"
            ], detail: WrongName(name))
    }

    /// The error for the name of an unknown author.
    package static func author(_ name: String) -> RedoError {
        RedoError(
            .unknownName, "there is no author '\(name)'",
            hints: [
                "an author is named by a userId, four digits or more of its beginning, or a public key; "
                    + "'redo log --format %U' shows the userIds"
            ], detail: WrongName(name))
    }

    /// - Parameter candidates: a line for each, in the order in which they are shown.
    package static func ambiguous(_ name: String, _ candidates: [String]) -> RedoError {
        let others = candidates.count - maximumCount
        return RedoError(
            .ambiguousName, "'\(name)' is ambiguous: it could be any of \(candidates.count)",
            hints: candidates.prefix(maximumCount) + (others > 0 ? ["and \(others) more"] : []),
            detail: WrongName(name))
    }
}
