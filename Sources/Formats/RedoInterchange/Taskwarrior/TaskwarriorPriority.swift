/// Taskwarrior's three priorities, H, M and L: high, medium and low here.
enum TaskwarriorPriority {
    /// The priority of a letter; nil for others, which users can configure.
    static func number(_ letter: String) -> Int? {
        switch letter {
        case "H": 4
        case "M": 3
        case "L": 2
        default: nil
        }
    }

    /// The letter that comes closest to a priority.
    static func letter(_ number: Int) -> String {
        switch number {
        case 4...: "H"
        case 3: "M"
        default: "L"
        }
    }
}
