import RedoSystem

/// The environment of hooks, which the command that runs them provides.
package struct HookSurroundings {
    /// The user's directory of hooks, which may be missing.
    let directory: String
    /// The user id that must own it and its contents.
    let user: UInt32
    /// The directory in which the command was called; nil for the working directory of the process.
    let workingDirectory: String?
    /// The command, with the word that selects its form: `category add`.
    let command: String?
    /// The number of hooks that run above this command, each started by a command of the one before.
    let depth: Int
    /// Shows a line to the user: a warning if it has a code, else output of a hook.
    let report: (_ code: ErrorCode?, _ text: String) -> Void

    package init(
        directory: String, user: UInt32, workingDirectory: String?, command: String?, depth: Int,
        report: @escaping (_ code: ErrorCode?, _ text: String) -> Void
    ) {
        self.directory = directory
        self.user = user
        self.workingDirectory = workingDirectory
        self.command = command
        self.depth = depth
        self.report = report
    }

    /// The variable that contains the depth of the commands that a hook starts.
    package static let depthVariable = "REDO_HOOK_DEPTH"
    /// The depth from which hooks no longer run.
    package static let maximumDepth = 5
}
