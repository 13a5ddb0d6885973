import RedoSystem

/// What hooks run in, as the command that runs them knows it.
package struct HookSurroundings {
    /// The user's folder of hooks, which may be missing.
    let folder: String
    /// The user id that must own it and what is in it.
    let user: UInt32
    /// Where the command was called; nil for the working folder of the process.
    let workingFolder: String?
    /// The command, with the word that says which form of it: `category add`.
    let command: String?
    /// How many hooks run above this command, each of them started by a command of the one before.
    let depth: Int
    /// Shows a line to the person: a warning if it has a code, else what a hook printed.
    let report: (_ code: ErrorCode?, _ text: String) -> Void

    package init(
        folder: String, user: UInt32, workingFolder: String?, command: String?, depth: Int,
        report: @escaping (_ code: ErrorCode?, _ text: String) -> Void
    ) {
        self.folder = folder
        self.user = user
        self.workingFolder = workingFolder
        self.command = command
        self.depth = depth
        self.report = report
    }

    /// Says in the environment of a hook how many run above the commands that it starts.
    package static let depthVariable = "REDO_HOOK_DEPTH"
    /// At this depth no hook is run any more.
    package static let greatestDepth = 5
}
