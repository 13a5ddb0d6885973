/// A page of the manual that is about no command.
package struct Guide: Sendable {
    /// What follows `redo help`; the page is `redo-NAME`.
    package let name: String
    /// Of the manual.
    package let section: Int
    /// One sentence without a full stop.
    package let summary: String

    package static let all = [
        Guide(
            name: "tutorial", section: 7,
            summary: "From the first task to two devices, in ten minutes"),
        Guide(
            name: "recipes", section: 7,
            summary: "Twenty tasks of real users, solved with pipelines"),
        Guide(name: "dates", section: 7, summary: "How dates and times are written"),
        Guide(name: "query", section: 7, summary: "How tasks are asked for"),
        Guide(
            name: "hooks", section: 7,
            summary: "Programs of your own that run before and after what redo does"),
        Guide(
            name: "key-helpers", section: 7,
            summary: "Programs that keep keys and sign in the place of a file"),
        Guide(
            name: "room-helpers", section: 7,
            summary: "Who is found for a room, and how it is paid for"),
        Guide(
            name: "errors", section: 7,
            summary: "Every code that an error can have, and what to do about it"),
        Guide(name: "node", section: 5, summary: "The format of a node"),
        Guide(name: "store", section: 5, summary: "The layout of a store, its packs and indexes"),
    ]
}
