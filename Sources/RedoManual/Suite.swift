import RedoCommand
import RedoPlumbing
import RedoPorcelain
import RedoRemote

/// All commands of the suite, in the groups of `redo help`. Tests compare them with the executables.
package enum Suite {
    package struct Group: Sendable {
        package let title: String
        package let commands: [CommandSpecification]

        init(_ title: String, _ commands: [Command]) {
            self.title = title
            self.commands = commands.map(\.specification)
        }
    }

    package static let groups: [Group] = [
        Group(
            "work with tasks",
            [
                .add, .list, .search, .show, .done, .edit, .todo, .snooze, .archive, .unarchive,
                .delete, .restore, .undo, .stats,
            ]),
        Group("set things up", [.initialize, .keygen, .key, .config, .ignore]),
        Group(
            "look at the log",
            [
                .status, .log, .graph, .catNode, .heads, .replay, .blame, .mergeBase, .revParse,
                .verify,
            ]),
        Group(
            "write and move nodes",
            [.commitNode, .merge, .hashObject, .importNodes, .export, .mirror]),
        Group(
            "exchange nodes with other devices",
            [.clone, .remote, .sync, .fetch, .push, .pull]),
        Group(
            "keep the store in order",
            [.countObjects, .fsck, .gc, .index, .pack, .prune]),
    ]

    package static var commands: [CommandSpecification] { groups.flatMap(\.commands) }
}
