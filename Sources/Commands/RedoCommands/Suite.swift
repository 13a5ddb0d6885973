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
                    ("add", { .init(AddCommand.self) }), ("list", { .init(ListCommand.self) }),
                    ("agenda", { .init(AgendaCommand.self) }),
                    ("calendar", { .init(CalendarCommand.self) }),
                    ("search", { .init(SearchCommand.self) }),
                    ("show", { .init(ShowCommand.self) }), ("done", { .init(DoneCommand.self) }),
                    ("edit", { .init(EditCommand.self) }),
                    ("todo", { .init(TodoCommand.self) }),
                    ("snooze", { .init(SnoozeCommand.self) }),
                    ("block", { .init(BlockCommand.self) }),
                    ("unblock", { .init(UnblockCommand.self) }),
                    ("archive", { .init(ArchiveCommand.self) }),
                    ("unarchive", { .init(UnarchiveCommand.self) }),
                    ("delete", { .init(DeleteCommand.self) }),
                    ("restore", { .init(RestoreCommand.self) }),
                    ("trash", { .init(TrashCommand.self) }), ("undo", { .init(UndoCommand.self) }),
                    ("revert", { .init(RevertCommand.self) }),
                    ("op", { .init(OperationCommand.self) }),
                    ("urgency", { .init(UrgencyCommand.self) }),
                    ("stats", { .init(StatsCommand.self) }),
                    ("category", { .init(CategoryCommand.self) }),
                    ("comment", { .init(CommentCommand.self) }),
                    ("start", { .init(StartCommand.self) }), ("stop", { .init(StopCommand.self) }),
                    ("batch", { .init(BatchCommand.self) }),
                    ("template", { .init(TemplateCommand.self) }),
                    ("open", { .init(OpenCommand.self) }),
                    ("share", { .init(ShareCommand.self) }),
                    ("unshare", { .init(UnshareCommand.self) }),
                    ("shares", { .init(SharesCommand.self) }),
                    ("remind", { .init(RemindCommand.self) }),
                    ("room", { .init(RoomCommand.self) }),
                    ("ui", { .init(UICommand.self) }),
                ]),
            CommandSuite.Group(
                "set up",
                [
                    ("init", { .init(InitCommand.self) }),
                    ("keygen", { .init(KeygenCommand.self) }),
                    ("key", { .init(KeyCommand.self) }),
                    ("config", { .init(ConfigCommand.self) }),
                    ("context", { .init(ContextCommand.self) }),
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
                    ("status", { .init(StatusCommand.self) }), ("log", { .init(LogCommand.self) }),
                    ("graph", { .init(GraphCommand.self) }),
                    ("cat-node", { .init(CatNodeCommand.self) }),
                    ("heads", { .init(HeadsCommand.self) }),
                    ("replay", { .init(ReplayCommand.self) }),
                    ("blame", { .init(BlameCommand.self) }),
                    ("merge-base", { .init(MergeBaseCommand.self) }),
                    ("rev-parse", { .init(RevParseCommand.self) }),
                    ("verify", { .init(VerifyCommand.self) }),
                    ("prove", { .init(ProveCommand.self) }),
                    ("watch", { .init(WatchCommand.self) }),
                    ("room-state", { .init(RoomStateCommand.self) }),
                    ("room-transcript", { .init(RoomTranscriptCommand.self) }),
                ]),
            CommandSuite.Group(
                "write, import and export nodes",
                [
                    ("commit-node", { .init(CommitNodeCommand.self) }),
                    ("merge", { .init(MergeCommand.self) }),
                    ("hash-object", { .init(HashObjectCommand.self) }),
                    ("import", { .init(ImportCommand.self) }),
                    ("export", { .init(ExportCommand.self) }),
                    ("convert", { .init(ConvertCommand.self) }),
                    ("vdir", { .init(VdirCommand.self) }),
                    ("mirror", { .init(MirrorCommand.self) }),
                ]),
            CommandSuite.Group(
                "exchange nodes with remotes",
                [
                    ("clone", { .init(CloneCommand.self) }),
                    ("remote", { .init(RemoteCommand.self) }),
                    ("member", { .init(MemberCommand.self) }),
                    ("sync", { .init(SyncCommand.self) }), ("fetch", { .init(FetchCommand.self) }),
                    ("push", { .init(PushCommand.self) }), ("pull", { .init(PullCommand.self) }),
                    ("claim", { .init(ClaimCommand.self) }),
                    ("release", { .init(ReleaseCommand.self) }),
                    ("login", { .init(LoginCommand.self) }),
                    ("logout", { .init(LogoutCommand.self) }),
                ]),
            CommandSuite.Group(
                "maintain the store",
                [
                    ("count-objects", { .init(CountObjectsCommand.self) }),
                    ("fsck", { .init(FsckCommand.self) }), ("gc", { .init(GCCommand.self) }),
                    ("index", { .init(IndexCommand.self) }), ("pack", { .init(PackCommand.self) }),
                    ("prune", { .init(PruneCommand.self) }),
                    ("bugreport", { .init(BugReportCommand.self) }),
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
        ], withoutName: { .init(SummaryCommand.self) })

    /// Commands that others run, and that no one types.
    private static let inner = CommandSuite([
        CommandSuite.Group(
            "run by other commands",
            [
                ("composing", { .init(ComposingCommand.self) }),
                ("http", { .init(HTTPCommand.self) }),
                ("store-s3", { .init(StoreS3Command.self) }),
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
