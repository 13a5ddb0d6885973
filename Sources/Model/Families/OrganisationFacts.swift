import RedoJSON

/// What the family of organisation knows of tasks, and who has claimed them.
package struct OrganisationFacts: Equatable, Sendable {
    /// A category as lists and queries need it.
    package struct Category: Equatable, Sendable {
        package let name: JSONString
        package let parent: UUIDValue?
        /// As it was written: `#RRGGBB`, or anything.
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

    package init(
        categories: [UUIDValue: Category] = [:], commentCounts: [TaskID: Int] = [:],
        activeTasks: Set<TaskID> = [], claims: [TaskID: HeldClaim] = [:]
    ) {
        self.categories = categories
        self.commentCounts = commentCounts
        self.activeTasks = activeTasks
        self.claims = claims
    }

    /// - Parameter claims: those in force.
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
    /// What a path has in the place of outer names, and a name of its end, if there is more of them.
    package static let ellipsis: JSONString = "…"

    /// The names of a category and of what it is in, the outermost first; empty for one that is not there.
    ///
    /// Anyone can write categories that are deep, in a circle, or of long names. A path is bounded, so that the
    /// size of all paths together grows with that of the log: outer names and the ends of names are left out.
    ///
    /// - Complexity: O(1).
    package func path(of category: UUIDValue) -> [JSONString] {
        var names: [JSONString] = []
        var seen: [UUIDValue] = []
        var next: UUIDValue? = category
        // Two devices can put two categories into each other.
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

    /// A name as paths have it.
    package static func pathName(_ name: JSONString) -> JSONString {
        let bytes = name.utf8
        guard bytes.count > maximumPathNameByteCount else { return name }
        var end = maximumPathNameByteCount - ellipsis.utf8.count
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return JSONString(validated: Array(bytes[..<end]) + ellipsis.utf8)
    }
}
