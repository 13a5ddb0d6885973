import RedoJSON

/// What a SHARE lets a principal do with a task or category, the least first.
enum Permission: Int, Comparable, Sendable {
    case read, write, admin

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

    static func < (left: Permission, right: Permission) -> Bool { left.rawValue < right.rawValue }
}
