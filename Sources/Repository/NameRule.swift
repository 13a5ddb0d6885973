import RedoModel
import RedoSystem

/// Which texts are names of tasks and nodes.
package struct NameRule: Sendable {
    /// The line for each of several tasks that a name could mean; nil for ids alone.
    package let describe: Repository.TaskDescriber?
    /// Whether whole ids alone are names, so that what a name means never depends on what else there is.
    package let isStrict: Bool

    package init(describe: Repository.TaskDescriber? = nil, isStrict: Bool = false) {
        self.describe = describe
        self.isStrict = isStrict
    }

    /// The environment variable that makes names strict for a command and the programs that it runs.
    package static let strictVariable = "REDO_STRICT_NAMES"

    /// Refuses a name that is not a whole id of a task.
    ///
    /// - Throws: NAME_001.
    package func checkTask(_ name: String) throws(RedoError) {
        if isStrict, TaskID(name) == nil { throw Self.notWhole(name, "task") }
    }

    /// Refuses a name that is neither a whole id of a node nor one of a task. What follows the id, such as `~2`, is not
    /// part of the name.
    ///
    /// - Throws: NAME_001.
    package func checkNode(_ name: String) throws(RedoError) {
        guard isStrict, TaskID(name) == nil, hexadecimalPrefix(name)?.utf8.count != 64 else {
            return
        }
        throw Self.notWhole(name, "node")
    }

    private static func notWhole(_ name: String, _ kind: String) -> RedoError {
        RedoError(
            .unknownName, "'\(name)' is not the whole id of a \(kind), and names are strict",
            hints: [
                "without --strict-names and \(strictVariable), a title or the beginning of an id is a name, too"
            ], detail: WrongName(name))
    }
}
