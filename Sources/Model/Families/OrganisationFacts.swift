import RedoJSON

/// Facts about tasks from the family `organisation`, and the claims of tasks.
package struct OrganisationFacts: Equatable, Sendable {
    /// A category for lists and queries.
    package struct Category: Equatable, Sendable {
        package let name: JSONString
        package let parent: UUIDValue?
        /// The color as it was written: `#RRGGBB`, or any text.
        package let color: JSONString

        package init(name: JSONString, parent: UUIDValue?, color: JSONString = "") {
            self.name = name
            self.parent = parent
            self.color = color
        }
    }

    /// The categories that are not deleted.
    package let categories: [UUIDValue: Category]
    package let commentCounts: [TaskID: Int]
    /// The tasks with an interval of work that has not ended.
    package let activeTasks: Set<TaskID>
    /// The claims in force when the facts were read.
    package var claims: [TaskID: HeldClaim]
    /// The texts of comments, for queries and searches of texts; empty if they were not requested.
    package var comments: [TaskID: [JSONString]] = [:]
    /// The tasks that devices changed at the same time, and that no one has merged.
    package var divergedTasks: Set<TaskID> = []

    package init(
        categories: [UUIDValue: Category] = [:], commentCounts: [TaskID: Int] = [:],
        activeTasks: Set<TaskID> = [], claims: [TaskID: HeldClaim] = [:]
    ) {
        self.categories = categories
        self.commentCounts = commentCounts
        self.activeTasks = activeTasks
        self.claims = claims
    }

    /// - Parameter claims: the claims in force.
    package init(_ organisation: Organisation, claims: [TaskID: HeldClaim] = [:]) {
        var counts: [TaskID: Int] = [:]
        for comment in organisation.comments { counts[comment.task, default: 0] += 1 }
        self.init(
            categories: Dictionary(
                uniqueKeysWithValues: organisation.categories.map {
                    ($0.id, Category(name: $0.name, parent: $0.parent, color: $0.color))
                }),
            commentCounts: counts, activeTasks: Set(organisation.running.map(\.task)),
            claims: claims)
    }

    /// The maximum number of names in a path.
    package static let maximumPathCount = 16
    /// The maximum size of a name in a path, in bytes.
    static let maximumPathNameByteCount = 256
    /// The replacement of outer names in a path, and of the end of a name, if they exceed the limits.
    package static let ellipsis: JSONString = "…"

    /// The names of a category and of those that contain it, the outermost first; empty for a category that does not
    /// exist.
    ///
    /// Anyone can write categories that are deeply nested, in a circle, or have long names. A path is limited, so that
    /// the size of all paths together grows only with that of the log: outer names and the ends of names are left out.
    ///
    /// - Complexity: O(1).
    package func path(of category: UUIDValue) -> [JSONString] {
        var names: [JSONString] = []
        var seen: [UUIDValue] = []
        var next: UUIDValue? = category
        // Two devices can move two categories into each other.
        while let id = next, !seen.contains(id), let category = categories[id] {
            if seen.count == Self.maximumPathCount {
                names.append(Self.ellipsis)
                break
            }
            seen.append(id)
            names.append(Self.pathName(category.name))
            next = category.parent
        }
        return names.reversed()
    }

    /// A name as it is in paths.
    package static func pathName(_ name: JSONString) -> JSONString {
        let bytes = name.utf8
        guard bytes.count > maximumPathNameByteCount else { return name }
        var end = maximumPathNameByteCount - ellipsis.utf8.count
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return JSONString(validated: Array(bytes[..<end]) + ellipsis.utf8)
    }
}
