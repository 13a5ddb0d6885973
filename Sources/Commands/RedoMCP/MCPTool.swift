import RedoJSON
import RedoSystem

/// A tool that the server offers: a command of the suite with some of its options.
package struct MCPTool: Sendable {
    /// The meaning of the command's output.
    enum Output: Sendable {
        /// An object for each task, at most this many of them.
        case tasks(limit: Int)
        /// Nothing that is read; the task of the argument `task` is shown afterwards.
        case text
        /// The id of a task, which is shown afterwards.
        case id
        /// The task of the argument `task`.
        case task
        /// A claim, whose task is shown afterwards; nothing if there is none.
        case claim
    }

    let name: String
    /// A sentence or two for the client.
    let description: String
    let parameters: [ToolParameter]
    let writes: Bool
    /// The command line.
    let words: @Sendable (ToolArguments) -> [String]
    let output: @Sendable (ToolArguments) -> Output

    static func named(_ name: String) -> MCPTool? { all.first { $0.name == name } }

    /// All tools, in the order in which clients see them. None deletes, forces or shares: what they write, `redo undo`
    /// takes back.
    static let all = [list, show, search, add, edit, done, comment, claimNext]

    // MARK: Reading

    /// How many tasks are listed if the client does not say.
    private static let usualLimit = 20
    private static let limit = ToolParameter(
        "limit", .count(1...100), "How many tasks at most; 20 if it is not given.")

    /// One more is requested, so that the answer can say whether there are more.
    private static func limitOption(_ arguments: ToolArguments) -> String {
        "--limit=\((arguments.count("limit") ?? usualLimit) + 1)"
    }

    private static let list = MCPTool(
        name: "list",
        description:
            "Lists tasks, the most urgent first: all open ones, or those that a query selects, "
            + "such as 'is:ready project:home due:..friday'.",
        parameters: [
            ToolParameter("query", .text, "A query of redo-query(7)."),
            ToolParameter(
                "all", .flag, "Also archived, completed and snoozed tasks."), limit,
        ], writes: false,
        words: {
            ["list", "--json", limitOption($0)] + ($0.isOn("all") ? ["--all"] : [])
                + $0.option("query")
        }, output: { .tasks(limit: $0.count("limit") ?? usualLimit) })

    private static let show = MCPTool(
        name: "show",
        description: "Shows one task with its to-dos and comments, and who wrote its texts.",
        parameters: [
            ToolParameter("task", .text, isRequired: true, "Its id, or a part of its title.")
        ], writes: false,
        words: { ["show", "--json", "--", $0.text("task") ?? ""] }, output: { _ in .task })

    private static let search = MCPTool(
        name: "search",
        description: "Finds tasks by words in titles, tags, descriptions, notes and comments.",
        parameters: [
            ToolParameter("words", .text, isRequired: true, "Words that must all occur."),
            ToolParameter("all", .flag, "Also archived, completed and snoozed tasks."), limit,
        ], writes: false,
        words: {
            ["search", "--json", limitOption($0)] + ($0.isOn("all") ? ["--all"] : []) + ["--"]
                + ($0.text("words") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        }, output: { .tasks(limit: $0.count("limit") ?? usualLimit) })

    // MARK: Writing

    /// The task that a tool changes, by its id. A part of a title is not accepted, because it could mean a different
    /// task.
    private static let task = ToolParameter(
        "task", .task, isRequired: true, "The whole id of the task.")

    /// Fields that are set in the same way in a new task and in another one.
    private static let fields = [
        ToolParameter(
            "due", .text, "The deadline: 2026-12-24, 'tomorrow 9am', '+3d'; none removes it."),
        ToolParameter("priority", .text, "1 to 5, or low, medium, high, critical."),
        ToolParameter("project", .text, "Such as home.garden; none removes it."),
        ToolParameter("description", .text, "What the task is about."),
        ToolParameter("tags", .texts, "Tags that it gets."),
    ]

    private static func fieldOptions(_ arguments: ToolArguments) -> [String] {
        arguments.option("due") + arguments.option("priority") + arguments.option("project")
            + arguments.option("description") + arguments.texts("tags").map { "--tag=\($0)" }
    }

    private static let add = MCPTool(
        name: "add", description: "Adds a task.",
        parameters: [
            ToolParameter("title", .text, isRequired: true, "What is to do, in one line.")
        ] + fields, writes: true,
        words: {
            ["add", "--ids", "--no-words"] + fieldOptions($0) + ["--", $0.text("title") ?? ""]
        }, output: { _ in .id })

    private static let edit = MCPTool(
        name: "edit", description: "Changes fields of a task; others stay as they are.",
        parameters: [task, ToolParameter("title", .text, "Another title.")] + fields + [
            ToolParameter("untag", .texts, "Tags that it loses.")
        ], writes: true,
        words: {
            ["edit", "--strict-names"] + $0.option("title") + fieldOptions($0)
                + $0.texts("untag").map { "--untag=\($0)" } + ["--", $0.text("task") ?? ""]
        }, output: { _ in .text })

    private static let done = MCPTool(
        name: "done",
        description: "Completes a task; a recurring one gets its next deadline.",
        parameters: [task], writes: true,
        words: { ["done", "--strict-names", "--", $0.text("task") ?? ""] },
        output: { _ in .text })

    private static let comment = MCPTool(
        name: "comment", description: "Adds a comment to a task.",
        parameters: [
            task, ToolParameter("text", .text, isRequired: true, "The comment."),
        ], writes: true,
        words: {
            [
                "comment", "--strict-names", "add", "--", $0.text("task") ?? "",
                $0.text("text") ?? "",
            ]
        }, output: { _ in .text })

    private static let claimNext = MCPTool(
        name: "claim_next",
        description:
            "Claims the most urgent task that is ready and that no one holds, so that others see that "
            + "you work on it. The task is null if there is none.",
        parameters: [
            ToolParameter("query", .text, "A query of redo-query(7) that the task must match."),
            ToolParameter("for", .text, "How long: 30min, 2h, 1d; 1h if it is not given."),
        ], writes: true,
        words: {
            ["claim", "--next", "--json"] + $0.option("for") + ["--"]
                + ($0.text("query").map { [$0] } ?? [])
        }, output: { _ in .claim })

    /// The command line of a call.
    ///
    /// - Throws: wrong usage for arguments that the tool does not have.
    package func commandLine(_ arguments: JSONValue) throws(RedoError) -> [String] {
        words(try ToolArguments(arguments, for: parameters))
    }

    // MARK: Description

    /// The tool as `tools/list` has it.
    var json: JSONValue {
        let properties = parameters.map { JSONMember($0.key, $0.schema) }
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.key) }
        return [
            "name": .string(JSONString(name)), "description": .string(JSONString(description)),
            "inputSchema": [
                "type": "object", "properties": .object(properties), "required": .array(required),
                "additionalProperties": false,
            ],
            "annotations": [
                "readOnlyHint": .bool(!writes), "destructiveHint": false,
                "idempotentHint": .bool(!writes), "openWorldHint": false,
            ],
        ]
    }
}
