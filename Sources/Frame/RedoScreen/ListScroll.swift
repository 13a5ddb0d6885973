/// The selection in a list, and the part of it that is shown.
package struct ListScroll: Equatable, Sendable {
    /// The number of rows.
    package private(set) var count = 0
    /// The number of rows that are shown at once.
    package private(set) var height = 1
    /// The selected row; 0 if there is none.
    package private(set) var selected = 0
    /// The first row that is shown.
    package private(set) var top = 0

    package init() {}

    /// The rows that are shown.
    package var visible: Range<Int> { top..<min(count, top + height) }

    /// Notes how much there is, and shows the selected row.
    package mutating func update(count: Int, height: Int) {
        self.count = count
        self.height = max(1, height)
        select(selected)
    }

    package mutating func select(_ row: Int) {
        selected = max(0, min(row, count - 1))
        if selected < top { top = selected }
        if selected >= top + height { top = selected - height + 1 }
        top = max(0, min(top, count - height))
    }

    /// Scrolls without leaving the selected row behind.
    package mutating func scroll(by lines: Int) {
        top = max(0, min(top + lines, count - height))
        selected = max(top, min(selected, top + height - 1, count - 1))
        selected = max(0, selected)
    }

    /// Applies a key; false if it has no effect on a list.
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .up, .character("k"): select(selected - 1)
        case .down, .character("j"): select(selected + 1)
        case .pageUp, .control("b"): select(selected - max(1, height - 1))
        case .pageDown, .control("f"): select(selected + max(1, height - 1))
        case .control("u"): select(selected - max(1, height / 2))
        case .control("d"): select(selected + max(1, height / 2))
        case .home, .character("g"): select(0)
        case .end, .character("G"): select(count - 1)
        default: return false
        }
        return true
    }

    /// Applies the pointer: the wheel scrolls, and a click selects.
    ///
    /// - Parameter top: the row of the screen that the list begins at.
    /// - Returns: whether a row was clicked twice.
    package mutating func handle(_ event: InputEvent, top: Int) -> Bool {
        switch event {
        case .scroll(let lines): scroll(by: lines)
        case .click(let row, _, let isDouble):
            let clicked = self.top + row - top
            guard row >= top, visible.contains(clicked) else { return false }
            select(clicked)
            return isDouble
        default: break
        }
        return false
    }
}
