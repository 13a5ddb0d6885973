import RedoCommandLine
import RedoExchangeCommands
import RedoInteractiveCommands
import RedoLogCommands
import RedoMCP
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
                    ("add", AddCommand.self), ("list", ListCommand.self),
                    ("agenda", AgendaCommand.self),
                    ("calendar", CalendarCommand.self),
                    ("search", SearchCommand.self),
                    ("show", ShowCommand.self), ("done", DoneCommand.self),
                    ("edit", EditCommand.self),
                    ("todo", TodoCommand.self),
                    ("snooze", SnoozeCommand.self), ("skip", SkipCommand.self),
                    ("block", BlockCommand.self),
                    ("unblock", UnblockCommand.self),
                    ("archive", ArchiveCommand.self),
                    ("unarchive", UnarchiveCommand.self),
                    ("delete", DeleteCommand.self),
                    ("restore", RestoreCommand.self),
                    ("trash", TrashCommand.self), ("undo", UndoCommand.self),
                    ("revert", RevertCommand.self),
                    ("op", OperationCommand.self),
                    ("urgency", UrgencyCommand.self),
                    ("stats", StatsCommand.self),
                    ("tags", TagsCommand.self),
                    ("projects", ProjectsCommand.self),
                    ("category", CategoryCommand.self),
                    ("comment", CommentCommand.self),
                    ("start", StartCommand.self), ("stop", StopCommand.self),
                    ("work", WorkCommand.self),
                    ("batch", BatchCommand.self),
                    ("template", TemplateCommand.self),
                    ("open", OpenCommand.self),
                    ("share", ShareCommand.self),
                    ("unshare", UnshareCommand.self),
                    ("shares", SharesCommand.self),
                    ("remind", RemindCommand.self),
                    ("room", RoomCommand.self),
                    ("ui", UICommand.self),
                ]),
            CommandSuite.Group(
                "set up",
                [
                    ("init", InitCommand.self),
                    ("keygen", KeygenCommand.self),
                    ("key", KeyCommand.self),
                    ("config", ConfigCommand.self),
                    ("context", ContextCommand.self),
                    ("ignore", IgnoreCommand.self),
                ]),
            CommandSuite.Group(
                "persons and devices",
                [
                    ("person", PersonCommand.self),
                    ("device", DeviceCommand.self),
                    ("recover", RecoverCommand.self),
                    ("agent", AgentCommand.self),
                ]),
            CommandSuite.Group(
                "read the log",
                [
                    ("status", StatusCommand.self), ("log", LogCommand.self),
                    ("diff", DiffCommand.self),
                    ("rev-list", RevListCommand.self),
                    ("for-each-task", ForEachTaskCommand.self),
                    ("graph", GraphCommand.self),
                    ("view", ViewCommand.self),
                    ("cat-node", CatNodeCommand.self),
                    ("heads", HeadsCommand.self),
                    ("replay", ReplayCommand.self),
                    ("blame", BlameCommand.self),
                    ("merge-base", MergeBaseCommand.self),
                    ("rev-parse", RevParseCommand.self),
                    ("verify", VerifyCommand.self),
                    ("prove", ProveCommand.self),
                    ("watch", WatchCommand.self),
                    ("room-state", RoomStateCommand.self),
                    ("room-transcript", RoomTranscriptCommand.self),
                ]),
            CommandSuite.Group(
                "programs that work for you",
                [
                    ("prime", PrimeCommand.self), ("skill", SkillCommand.self),
                    ("mcp", MCPCommand.self),
                ]),
            CommandSuite.Group(
                "write, import and export nodes",
                [
                    ("commit-node", CommitNodeCommand.self),
                    ("merge", MergeCommand.self),
                    ("hash-object", HashObjectCommand.self),
                    ("import", ImportCommand.self),
                    ("export", ExportCommand.self),
                    ("convert", ConvertCommand.self),
                    ("vdir", VdirCommand.self),
                    ("mirror", MirrorCommand.self),
                ]),
            CommandSuite.Group(
                "exchange nodes with remotes",
                [
                    ("clone", CloneCommand.self),
                    ("remote", RemoteCommand.self),
                    ("member", MemberCommand.self),
                    ("sync", SyncCommand.self), ("fetch", FetchCommand.self),
                    ("push", PushCommand.self), ("pull", PullCommand.self),
                    ("claim", ClaimCommand.self),
                    ("release", ReleaseCommand.self),
                    ("store-helper", StoreHelperCommand.self),
                    ("login", LoginCommand.self),
                    ("logout", LogoutCommand.self),
                ]),
            CommandSuite.Group(
                "maintain the store",
                [
                    ("count-objects", CountObjectsCommand.self),
                    ("fsck", FsckCommand.self), ("gc", GCCommand.self),
                    ("index", IndexCommand.self), ("pack", PackCommand.self),
                    ("prune", PruneCommand.self),
                    ("doctor", DoctorCommand.self),
                    ("bugreport", BugReportCommand.self),
                ]),
        ],
        everyday: [
            "add", "list", "agenda", "search", "show", "done", "edit", "snooze", "delete", "undo",
            "start", "comment", "sync", "share", "ui",
        ],
        forPrograms: [
            "blame", "cat-node", "commit-node", "convert", "count-objects", "export",
            "for-each-task", "fsck", "gc",
            "graph", "hash-object", "heads", "import", "index", "log", "merge", "merge-base",
            "pack",
            "prune", "replay", "rev-list", "rev-parse", "prove", "room-state", "room-transcript",
            "verify",
        ], withoutName: SummaryCommand.self)

    /// Commands that others run, and that no one types.
    private static let inner = CommandSuite([
        CommandSuite.Group(
            "run by other commands",
            [
                ("composing", ComposingCommand.self),
                ("http", HTTPCommand.self),
                ("store-folder", StoreFolderCommand.self),
                ("store-rclone", StoreRcloneCommand.self),
                ("store-s3", StoreS3Command.self),
            ])
    ])

    /// Runs the command whose name the process was started by, `redo-list`; else the dispatcher.
    package static func main() -> Never {
        Heap.growInLargeSteps()
        CommandTrace.begin()
        if let name = CommandSuite.calledName {
            let command = commands.command(named: name) ?? inner.command(named: name)
            command?.main(in: commands)
        } else if let name = Program.arguments.dropFirst().first,
            let command = inner.command(named: name)
        {
            // A name in a wheel is a script, which passes it as the first argument.
            command.main(Array(Program.arguments.dropFirst(2)), in: commands)
        }
        Dispatcher(commands).main()
    }
}
