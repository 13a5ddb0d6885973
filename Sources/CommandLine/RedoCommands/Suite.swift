import RedoCommandLine
import RedoExchange
import RedoSystem

/// All commands of `redo`, in the groups of `redo help`: the one table of their names.
package enum Suite {
    /// A command that the program for git remotes runs.
    private static func ofGit(_ specification: CommandSpecification) -> Command {
        Command(specification) { (context) throws(RedoError) in
            try RemoteScheme.git.become(specification.name, context.words, context.ownPrograms)
        }
    }

    /// A command that the program for remotes in Firestore runs.
    private static func ofFirestore(_ specification: CommandSpecification) -> Command {
        Command(specification) { (context) throws(RedoError) in
            try RemoteScheme.firestore.become(
                specification.name, context.words, context.ownPrograms)
        }
    }

    package static let commands = CommandSuite(
        [
            CommandSuite.Group(
                "work with tasks",
                [
                    ("add", { .add }), ("list", { .list }), ("agenda", { .agenda }),
                    ("calendar", { .calendar }), ("search", { .search }),
                    ("show", { .show }), ("done", { .done }), ("edit", { .edit }),
                    ("todo", { .todo }), ("snooze", { .snooze }), ("block", { .block }),
                    ("unblock", { .unblock }), ("archive", { .archive }),
                    ("unarchive", { .unarchive }), ("delete", { .delete }),
                    ("restore", { .restore }), ("trash", { .trash }), ("undo", { .undo }),
                    ("revert", { .revert }), ("op", { .operation }), ("urgency", { .urgency }),
                    ("stats", { .stats }), ("category", { .category }), ("comment", { .comment }),
                    ("start", { .start }), ("stop", { .stop }), ("batch", { .batchOfOperations }),
                    ("template", { .template }), ("open", { .open }),
                    ("share", { .share }), ("unshare", { .unshare }), ("shares", { .shares }),
                    ("remind", { .remind }),
                    ("room", { .rooms }),
                    ("ui", { .userInterface }),
                ]),
            CommandSuite.Group(
                "set up",
                [
                    ("init", { .initialize }), ("keygen", { .keygen }), ("key", { .key }),
                    ("config", { .config }), ("context", { .context }),
                    ("ignore", { .ignore }),
                ]),
            CommandSuite.Group(
                "persons and devices",
                [("person", { .person }), ("device", { .device }), ("recover", { .recover })]),
            CommandSuite.Group(
                "read the log",
                [
                    ("status", { .status }), ("log", { .log }), ("graph", { .graph }),
                    ("cat-node", { .catNode }), ("heads", { .heads }), ("replay", { .replay }),
                    ("blame", { .blame }), ("merge-base", { .mergeBase }),
                    ("rev-parse", { .revParse }), ("verify", { .verify }), ("prove", { .prove }),
                    ("watch", { .watch }), ("room-state", { .roomState }),
                    ("room-transcript", { .roomTranscript }),
                ]),
            CommandSuite.Group(
                "write, import and export nodes",
                [
                    ("commit-node", { .commitNode }), ("merge", { .merge }),
                    ("hash-object", { .hashObject }), ("import", { .importNodes }),
                    ("export", { .export }), ("convert", { .convert }), ("vdir", { .vdir }),
                    ("mirror", { ofGit(.mirror) }),
                ]),
            CommandSuite.Group(
                "exchange nodes with remotes",
                [
                    ("clone", { .forURL(.clone) }), ("remote", { ofGit(.remote) }),
                    ("member", { ofGit(.member) }),
                    ("sync", { .forRemote(.sync) }), ("fetch", { .forRemote(.fetch) }),
                    ("push", { .forRemote(.push) }), ("pull", { .forRemote(.pull) }),
                    ("claim", { .forClaims(.claim) }), ("release", { .forClaims(.release) }),
                    ("login", { ofFirestore(.login) }), ("logout", { ofFirestore(.logout) }),
                ]),
            CommandSuite.Group(
                "maintain the store",
                [
                    ("count-objects", { .countObjects }), ("fsck", { .fsck }), ("gc", { .gc }),
                    ("index", { .index }), ("pack", { .pack }), ("prune", { .prune }),
                    ("bugreport", { .bugReport }),
                ]),
        ],
        everyday: [
            "add", "list", "agenda", "search", "show", "done", "edit", "snooze", "delete", "undo",
            "log", "sync", "clone", "share", "ui",
        ], withoutName: { .summary })

    /// Runs the command whose name the process was started by, `redo-list`; else the dispatcher.
    ///
    /// - Parameter programs: what the process is if it was started by another name, `redo-remote-git`.
    package static func main(programs: [String: OwnPrograms.Program]) -> Never {
        Heap.growInLargeSteps()
        CommandTrace.begin()
        let programs = OwnPrograms(programs)
        let suite = commands.having(programs)
        if let name = CommandSuite.calledName {
            suite.command(named: name)?.main(in: suite)
            programs.program(named: name)?(Array(Program.arguments.dropFirst()))
        }
        Dispatcher(suite).main()
    }
}
