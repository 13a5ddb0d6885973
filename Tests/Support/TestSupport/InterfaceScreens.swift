import Testing

/// The screens of `redo ui` that `Fixtures/frames` has, for ``ManualLog``.
public enum InterfaceScreens {
    public struct Size: CustomTestStringConvertible, Sendable {
        public let columns: Int
        public let rows: Int
        public var testDescription: String { "\(columns)x\(rows)" }
    }

    public static let sizes = [
        Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 160, rows: 50),
    ]

    /// What is typed to come to a screen: a line feed is Enter, a tab is Tab.
    public static let all: [(name: String, keys: String)] = [
        ("tasks", ""), ("marked", "  j"), ("search", "/tag:home"), ("agenda", "2"),
        ("projects", "3"),
        ("categories", "4aGarden\n"), ("log", "5"), ("stats", "7"),
        ("help", "?"), ("add", "aBuy stamps\ttomorrow"),
        ("edit", "e"), ("task", "\n"), ("node", "5\n"), ("repair", "5R"), ("merge", "/fence\nm"),
        ("command", ":merge\t"), ("snooze", "s"), ("settings", "8"), ("you", "9"),
        ("project", "3\n"),
        ("nothing", "/fenced"), ("mistake", "/pirority:1"), ("diverged", "5R\n"),
        ("output", ":heads --diverged\n"),
    ]
}
