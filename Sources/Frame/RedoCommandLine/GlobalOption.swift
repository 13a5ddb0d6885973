/// An option of `redo` itself, which stands before the name of a command.
package struct GlobalOption: Sendable {
    /// The spelling: `--no-pager`, `-C`.
    package let name: String
    /// A few words without a full stop, for completions.
    package let summary: String

    package static let all = [
        GlobalOption(name: "--version", summary: "show the version"),
        GlobalOption(name: "--help", summary: "show all commands"),
        GlobalOption(name: "--exec-path", summary: "look for commands in this folder"),
        GlobalOption(name: "--redo-dir", summary: "use this store"),
        GlobalOption(name: "--strict-names", summary: "take whole ids alone for names"),
        GlobalOption(name: "--read-only", summary: "refuse to write anything"),
        GlobalOption(name: "-C", summary: "change to this folder first"),
        GlobalOption(name: "-c", summary: "set a configuration key for this command"),
        GlobalOption(name: "--no-pager", summary: "do not use a pager"),
        GlobalOption(name: "--color", summary: "when to use colours"),
    ]
}
