import RedoModel

/// Writes a calendar with a VTODO for each task.
package struct CalendarWriter {
    private let properties: CalendarProperties

    package init(_ settings: InterchangeSettings) { properties = CalendarProperties(settings) }

    package func write(_ tasks: [ForeignTask]) -> InterchangeOutput {
        var bytes: [UInt8] = []
        func add(_ line: String) { CalendarText.append(line.utf8, to: &bytes) }
        add("BEGIN:VCALENDAR")
        add("VERSION:2.0")
        add("PRODID:-//redo//redo//EN")
        for (place, task) in tasks.enumerated() {
            add("BEGIN:VTODO")
            for line in properties.administrative(task, uid: task.uid ?? "line-\(place + 1)") {
                add(line)
            }
            for group in CalendarProperties.Group.allCases {
                for line in properties.lines(group, of: task) { add(line) }
            }
            add("END:VTODO")
        }
        add("END:VCALENDAR")
        return InterchangeOutput(bytes)
    }
}
