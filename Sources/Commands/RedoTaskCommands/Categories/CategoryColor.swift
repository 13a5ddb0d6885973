import RedoCommandLine
import RedoSystem

/// Colours of categories, as people write them.
enum CategoryColor {
    /// Twelve that can be told apart on light and on dark paper; a new category takes the next.
    private static let named: [(name: String, digits: String)] = [
        ("blue", "#1E88E5"), ("green", "#43A047"), ("orange", "#FB8C00"), ("purple", "#8E24AA"),
        ("red", "#E53935"), ("teal", "#00897B"), ("pink", "#D81B60"), ("brown", "#6D4C41"),
        ("yellow", "#FDD835"), ("grey", "#757575"), ("cyan", "#00ACC1"), ("lime", "#7CB342"),
    ]

    static var names: [String] { named.map(\.name) }

    /// The colour of a new category beside some others.
    static func next(after count: Int) -> String { named[count % named.count].digits }

    /// Reads `#RRGGBB` or a name.
    ///
    /// - Throws: wrong usage for anything else.
    static func digits(_ text: String) throws(RedoError) -> String {
        if let color = named.first(where: { $0.name == text.lowercased() }) { return color.digits }
        guard RGBColor(text) != nil else {
            throw .usage(
                "not a colour: '\(text)'",
                hints: ["write #RRGGBB, or one of \(names.joined(separator: ", "))"])
        }
        return text
    }
}
