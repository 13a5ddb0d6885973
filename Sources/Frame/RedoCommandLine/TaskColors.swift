import RedoInsight
import RedoJSON
import RedoModel
import RedoSystem

/// The colours of tasks on a terminal.
package struct TaskColors: Sendable {
    /// True if there are colours at all.
    package let areOn: Bool
    private let depth: ColorDepth

    package init(_ context: borrowing CommandContext) {
        areOn = context.isColored
        depth = areOn ? ColorDepth(context.surroundings.variables) : .sixteen
    }

    /// No colours.
    package init() {
        areOn = false
        depth = .sixteen
    }

    /// The colour of a task's category, which the log has; nil without one.
    package func category(_ facts: TaskFacts) -> Style? {
        guard areOn, let text = facts.categoryColor else { return nil }
        return style(text)
    }

    /// The colour of a project; nil without one.
    package func project(_ path: JSONString?) -> Style? {
        areOn ? path.map { Style.project($0) } : nil
    }

    /// A colour that a log has, `#RRGGBB`; nil for anything else, which others can have written.
    package func style(_ text: JSONString) -> Style? {
        areOn ? RGBColor(text.description)?.style(depth) : nil
    }
}
