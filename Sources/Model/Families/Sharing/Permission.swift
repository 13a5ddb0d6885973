import RedoJSON

/// The permission that a SHARE grants to a principal for a task or category, the lowest first.
package enum Permission: Int, Comparable, CaseIterable, Sendable {
    case read, write, admin

    /// The name in nodes and for people.
    package var name: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .admin: "admin"
        }
    }

    /// Returns the permission with a name; nil for any other name.
    package init?(named name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Reads the value of a field; nil for anything else.
    init?(_ value: JSONElement) {
        if value.equals("read") {
            self = .read
        } else if value.equals("write") {
            self = .write
        } else if value.equals("admin") {
            self = .admin
        } else {
            return nil
        }
    }

    package static func < (left: Permission, right: Permission) -> Bool {
        left.rawValue < right.rawValue
    }
}
