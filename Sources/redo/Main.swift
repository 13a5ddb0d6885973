import RedoCommand

@main enum Main {
    static func main() {
        Dispatcher(groups: [
            Dispatcher.Group(
                "work with tasks",
                [
                    ("add", "Add a task and its first to-do"),
                    ("list", "Show the tasks that are to be done, the most urgent first"),
                    (
                        "search",
                        "Find tasks by words of title, tags, description and notes, the best first"
                    ),
                    ("show", "Show tasks with their to-dos, or nodes with what they changed"),
                    (
                        "done",
                        "Complete the current to-do of tasks; a recurring task gets its next one"
                    ),
                    ("edit", "Change the fields of a task, by options or in an editor"),
                    ("todo", "Add a to-do to a task, in the place of one that is open"),
                    (
                        "snooze",
                        "Put tasks off: by days, to another deadline, or out of sight for a while"
                    ),
                    ("archive", "Take tasks out of the lists; unarchive brings them back"),
                    ("unarchive", "Bring archived tasks back"),
                    ("delete", "Delete tasks for good; their nodes stay in the log"),
                    (
                        "restore",
                        "Bring tasks back: archived ones as they are, deleted ones as copies"
                    ),
                    (
                        "undo",
                        "Take back the last change made on this device; again, the one before it"
                    ),
                    (
                        "stats",
                        "Show how much was completed, when and how fast: as text, JSON, SVG or HTML"
                    ),
                ]),
            Dispatcher.Group(
                "set things up",
                [
                    ("init", "Make a store, or leave the one that is there as it is"),
                    (
                        "keygen",
                        "Make an Ed25519 key, the identity that signs nodes, and print its userId"
                    ),
                    ("key", "List, show, choose, export, import, seal, unseal and delete keys"),
                    ("config", "Read and write the configuration of the store or the user"),
                    (
                        "ignore",
                        "Leave an author's nodes out of what is shown, on this device; list who is"
                    ),
                ]),
            Dispatcher.Group(
                "look at the log",
                [
                    (
                        "status",
                        "Show the store, who writes, the tasks, what has diverged and is not pushed"
                    ),
                    ("log", "Show nodes, the latest first"),
                    (
                        "graph",
                        "Draw the graph of the nodes as text, for graphviz or as an SVG picture"
                    ),
                    ("cat-node", "Print a node, or what is known of it"),
                    ("heads", "Print '<task> <node>' for each head, by task"),
                    ("replay", "Compute the state of all tasks from the log"),
                    (
                        "blame",
                        "Show for each field and to-do of a task which node set it, and what it was"
                    ),
                    (
                        "merge-base",
                        "Print the latest common ancestor of nodes, or of a task's heads"
                    ),
                    (
                        "rev-parse",
                        "Resolve names of nodes and tasks: prefixes, TASK~2, TASK^2, A..B"
                    ),
                    (
                        "verify",
                        "Check stored nodes in all three stages of validation, and print those that fail"
                    ),
                ]),
            Dispatcher.Group(
                "write and move nodes",
                [
                    ("commit-node", "Make a node, sign it, write it and print its id"),
                    (
                        "merge",
                        "Write a MERGE for tasks with several heads, and print '<task> <node>'"
                    ),
                    (
                        "hash-object",
                        "Print the ids of nodes in any JSON spelling, and optionally write them"
                    ),
                    (
                        "import",
                        "Take nodes in from a JSON array or JSON Lines; the bad ones are reported"
                    ),
                    ("export", "Write all nodes in replay order, as JSON Lines or a JSON array"),
                    (
                        "mirror",
                        "Keep a git repository that has each node as a commit, or take nodes from one"
                    ),
                ]),
            Dispatcher.Group(
                "exchange nodes with other devices",
                [
                    (
                        "clone",
                        "Make a store of what a remote has, and name the remote origin there"
                    ),
                    ("remote", "List, add, rename, remove and show the remotes of the store"),
                    ("sync", "Fetch from a remote, merge diverged tasks if configured, and push"),
                    (
                        "fetch",
                        "Take in what the devices have pushed to a remote; nothing in it is trusted"
                    ),
                    (
                        "push",
                        "Bring the nodes that a remote lacks there, as the reference of this device"
                    ),
                    (
                        "pull",
                        "Fetch from a remote, then merge diverged tasks if sync.merge or --merge says so"
                    ),
                ]),
            Dispatcher.Group(
                "keep the store in order",
                [
                    (
                        "count-objects",
                        "Print how many nodes the store has and how much space they take"
                    ),
                    (
                        "fsck",
                        "Read every byte of the store, print what is damaged, and repair it if told to"
                    ),
                    (
                        "gc",
                        "Pack loose nodes and small packs, and remove what interrupted commands left behind"
                    ),
                    ("index", "Make the indexes of packs again where they are missing or damaged"),
                    (
                        "pack",
                        "Pack the loose nodes, with packs that are small, and print the pack's name"
                    ),
                    (
                        "prune",
                        "Remove old temporary files and loose copies of packed nodes; never the last copy"
                    ),
                ]),
        ]).main()
    }
}
