/// A page of the manual that is about no command.
package struct Guide: Sendable {
    /// The word after `redo help`; the page is `redo-NAME`.
    package let name: String
    /// The section of the manual.
    package let section: Int
    /// One sentence without a full stop.
    package let summary: String

    package static let all = [
        Guide(
            name: "tutorial", section: 7,
            summary: "A lesson of ten minutes: tasks, projects, sync, sharing, undo, repair"),
        Guide(
            name: "plumbing", section: 7,
            summary: "The graph of nodes, commands for scripts, and repairs by hand"),
        Guide(
            name: "recipes", section: 7,
            summary: "What redo does not do by itself: fourteen pipelines"),
        Guide(name: "dates", section: 7, summary: "How to write dates and times"),
        Guide(name: "query", section: 7, summary: "Queries: how to select tasks"),
        Guide(
            name: "hooks", section: 7,
            summary: "Your own programs that run before and after commands"),
        Guide(
            name: "key-helpers", section: 7,
            summary: "Programs that keep keys and sign, instead of a key file"),
        Guide(
            name: "room-helpers", section: 7,
            summary: "Programs that find the people of a room, and pay for it"),
        Guide(
            name: "errors", section: 7,
            summary: "Every error code, and what to do about it"),
        Guide(name: "node", section: 5, summary: "The format of a node"),
        Guide(name: "store", section: 5, summary: "The layout of a store, its packs and indexes"),
    ]
}
