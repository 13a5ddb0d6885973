import RedoCommandLine
import RedoCommandParts
import RedoRepository
import RedoSystem

// The commands that exchange nodes, as git remotes and those in Firestore have them.

extension CommandSpecification {
    /// `redo push`.
    package static let push = CommandSpecification(
        "push", "Send the nodes that a remote lacks",
        operands: [.optional(.value(.remote))],
        options: [
            SyncOptions.skipUnsigned, SyncOptions.dryRun, SyncOptions.porcelain, Progress.option,
            Jobs.option,
        ],
        statuses: .writing(
            no: "something was refused",
            incomplete:
                "intact nodes were sent; others are damaged or wait for a missing ancestor"))

    /// `redo fetch`.
    package static let fetch = CommandSpecification(
        "fetch", "Take in the nodes that devices have pushed to a remote, and check each",
        operands: [
            .optional([.value(.remote), .optional(.repeated(.value("reference")))]),
            .option(SyncOptions.all),
        ],
        options: [
            SyncOptions.all, SyncOptions.lost, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.dryRun, SyncOptions.porcelain,
            SyncOptions.quiet, SyncOptions.fetchWatch, Progress.option, Jobs.option,
        ],
        constraints: [
            .excludes(
                SyncOptions.fetchWatch,
                [
                    SyncOptions.all, SyncOptions.lost, SyncOptions.refetch, SyncOptions.dryRun,
                    SyncOptions.porcelain,
                ])
        ], statuses: .writing(no: "something was refused"))

    /// `redo pull`.
    package static let pull = CommandSpecification(
        "pull",
        "Fetch from a remote, then merge diverged tasks if sync.merge or --merge says so",
        operands: [.optional(.value(.remote))],
        options: [
            SyncOptions.merge, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.porcelain, Progress.option, Jobs.option,
        ], statuses: .writing(no: "something was refused"))

    /// `redo sync`.
    package static let sync = CommandSpecification(
        "sync", "Fetch from a remote, merge if configured, and push",
        operands: [.optional(.value(.remote))],
        options: [
            SyncOptions.merge, SyncOptions.skipUnsigned, SyncOptions.refetch,
            SyncOptions.requireSignature, SyncOptions.porcelain,
            SyncOptions.watch, SyncOptions.auto, SyncOptions.startedBy, SyncOptions.log,
            SyncOptions.json, Progress.option, Jobs.option,
        ],
        constraints: [
            .exclusive([
                SyncOptions.watch, SyncOptions.auto, SyncOptions.log, SyncOptions.startedBy,
            ]),
            .excludes(SyncOptions.watch, [SyncOptions.porcelain]),
            .excludes(
                SyncOptions.json,
                [SyncOptions.porcelain, SyncOptions.watch, SyncOptions.auto]),
            .excludes(
                SyncOptions.log,
                [
                    SyncOptions.merge, SyncOptions.skipUnsigned, SyncOptions.refetch,
                    SyncOptions.requireSignature, SyncOptions.porcelain,
                ]),
        ], statuses: .writing(no: "something was refused"))

    /// Who is writing in rooms: `redo room join` runs this beside itself.
    package static let composing = CommandSpecification(
        "composing", "Tell a remote who is writing in a room, and note who else is",
        operands: [.optional(.value(.remote))],
        options: [SyncOptions.composingRoom, SyncOptions.stopped],
        constraints: [.exclusive([SyncOptions.composingRoom, SyncOptions.stopped])],
        statuses: .writing(no: "something was refused"))

    /// `redo clone`.
    package static let clone = CommandSpecification(
        "clone", "Make a store from a remote",
        operands: [
            [.value(.url), .optional(.value(.directory))],
            [.option(SyncOptions.personal), .value(.url)],
        ],
        options: [
            SyncOptions.personal, MemberOptions.trust, CloneOptions.key, CloneOptions.recover,
            SyncOptions.requireSignature, SyncOptions.porcelain, Progress.option, Jobs.option,
        ],
        constraints: [.exclusive([CloneOptions.key, CloneOptions.recover])],
        statuses: .writing(no: "something was refused"))

    /// `redo remote`.
    package static let remote = CommandSpecification(
        "remote", "List, add, rename, remove, show and verify the remotes of the store",
        operands: [
            .optional("list"), ["add", .value("name"), .value(.url)],
            ["rename", .value(.remote), .value("name")],
            ["set-url", .value(.remote), .value(.url)], ["remove", .value(.remote)],
            ["show", .optional(.value(.remote))], ["verify", .optional(.value(.remote))],
            ["accept", .optional(.value(.remote))],
            ["compact", .optional(.value(.remote))],
        ],
        options: [
            MemberOptions.encrypt, MemberOptions.noRecovery, MemberOptions.trust,
            RemoteOptions.verbose, RemoteOptions.json, SyncOptions.porcelainShow,
            Progress.option, Jobs.option,
        ],
        constraints: [
            .exclusive([MemberOptions.encrypt, MemberOptions.trust]),
            .exclusive([RemoteOptions.json, SyncOptions.porcelainShow]),
        ],
        statuses: .writing(
            no:
                "something is wrong with the remote or withheld, for `verify`; something was refused"
        ))

    /// `redo mirror`.
    package static let mirror = CommandSpecification(
        "mirror",
        "Write nodes as commits of a git repository, or take nodes from one",
        operands: [.option(RemoteOptions.mirrorTo), .option(RemoteOptions.mirrorFrom)],
        options: [
            RemoteOptions.mirrorTo, RemoteOptions.mirrorFrom, RemoteOptions.mirrorTaskReferences,
            RemoteOptions.mirrorRequiresSignature, RemoteOptions.mirrorPorcelain, Progress.option,
            Jobs.option,
        ],
        constraints: [
            .exactlyOne([RemoteOptions.mirrorTo, RemoteOptions.mirrorFrom]),
            .needs(RemoteOptions.mirrorRequiresSignature, anyOf: [RemoteOptions.mirrorFrom]),
            .needs(RemoteOptions.mirrorTaskReferences, anyOf: [RemoteOptions.mirrorTo]),
        ], statuses: .writing(no: "something was refused"))
}

/// Options of commands that only git remotes have.
package enum RemoteOptions {
    package static let verbose = OptionSpecification.flag(
        "verbose", letter: "v", "with list: print the URLs as well (the default)")
    package static let json = OptionSpecification.flag(
        "json", "with verify: print one JSON object")
    package static let mirrorTo = OptionSpecification.value(
        "to", takes: .directory,
        "write the nodes to this bare git repository; it is made if missing")
    package static let mirrorFrom = OptionSpecification.value(
        "from", takes: .directory,
        "take nodes in from this git repository, of which nothing is trusted")
    package static let mirrorPorcelain = OptionSpecification.flag(
        "porcelain",
        isExpert: true,
        "print '<id or ->\\t<commit or reference>\\t<OK or CODE>' for each commit that is new")
    package static let mirrorTaskReferences = OptionSpecification.flag(
        "task-refs", isNegatable: true,
        "with --to: let refs/redo/tasks/TASK/NODE lead to the heads of tasks, or remove such names")
    package static let mirrorRequiresSignature = OptionSpecification.flag(
        "require-signature", "with --from: refuse nodes without a signature")
}
