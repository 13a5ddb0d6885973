import RedoCommandLine
import RedoExchangeCommands
import RedoInteractiveCommands
import RedoLogCommands
import RedoMachine
import RedoPeopleCommands
import RedoSystem
import RedoTaskCommands

/// All commands of `redo`, in the groups of `redo help`: the one table of their names.
package enum Suite {
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
                    ("share", { .init(ShareCommand.self) }),
                    ("unshare", { .init(UnshareCommand.self) }),
                    ("shares", { .init(SharesCommand.self) }),
                    ("remind", { .remind }),
                    ("room", { .rooms }),
                    ("ui", { .userInterface }),
                ]),
            CommandSuite.Group(
                "set up",
                [
                    ("init", { .initialize }), ("keygen", { .init(KeygenCommand.self) }),
                    ("key", { .init(KeyCommand.self) }),
                    ("config", { .config }), ("context", { .context }),
                    ("ignore", { .init(IgnoreCommand.self) }),
                ]),
            CommandSuite.Group(
                "persons and devices",
                [
                    ("person", { .init(PersonCommand.self) }),
                    ("device", { .init(DeviceCommand.self) }),
                    ("recover", { .init(RecoverCommand.self) }),
                ]),
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
                    ("mirror", { .mirror }),
                ]),
            CommandSuite.Group(
                "exchange nodes with remotes",
                [
                    ("clone", { .clone }), ("remote", { .remote() }),
                    ("member", { .member }),
                    ("sync", { .sync() }), ("fetch", { .fetch() }),
                    ("push", { .push() }), ("pull", { .pull }),
                    ("claim", { .claim() }), ("release", { .release() }),
                    ("login", { .login }), ("logout", { .logout }),
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
        ],
        forPrograms: [
            "blame", "cat-node", "commit-node", "convert", "count-objects", "export", "fsck", "gc",
            "graph", "hash-object", "heads", "import", "index", "log", "merge", "merge-base",
            "pack",
            "prune", "replay", "rev-parse", "prove", "room-state", "room-transcript", "verify",
        ], withoutName: { .summary })

    /// Commands that others run, and that no one types.
    private static let inner = CommandSuite([
        CommandSuite.Group(
            "run by other commands",
            [
                ("composing", { .composing }), ("http", { HTTPProgram.command }),
                ("store-s3", { .storeS3 }),
            ])
    ])

    /// Runs the command whose name the process was started by, `redo-list`; else the dispatcher.
    package static func main() -> Never {
        Heap.growInLargeSteps()
        CommandTrace.begin()
        if let name = CommandSuite.calledName {
            let command = commands.command(named: name) ?? inner.command(named: name)
            command?.main(in: commands)
        }
        Dispatcher(commands).main()
    }
}
