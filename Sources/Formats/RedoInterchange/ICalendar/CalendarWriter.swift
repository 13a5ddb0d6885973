import RedoModel

/// A writer of a calendar with a VTODO for each task.
package struct CalendarWriter {
    private let properties: CalendarProperties

    package init(_ settings: InterchangeSettings) { properties = CalendarProperties(settings) }

    package func write(_ tasks: [ForeignTask]) -> InterchangeOutput {
        var bytes: [UInt8] = []
        func add(_ line: CalendarLine) { CalendarText.append(line, to: &bytes) }
        add(CalendarLine("BEGIN", word: "VCALENDAR"))
        add(CalendarLine("VERSION", word: "2.0"))
        add(CalendarLine("PRODID", word: "-//redo//redo//EN"))
        var digests = ForeignDigests()
        let tasks = digests.named(tasks).map { CalendarDates($0, properties.settings) }
        for line in CalendarZoneLines.lines(of: tasks) { add(line) }
        for task in tasks {
            add(CalendarLine("BEGIN", word: "VTODO"))
            for line in properties.administrative(task.task) {
                add(line)
            }
            for group in CalendarProperties.Group.allCases {
                for line in properties.lines(group, of: task) { add(line) }
            }
            add(CalendarLine("END", word: "VTODO"))
        }
        add(CalendarLine("END", word: "VCALENDAR"))
        return InterchangeOutput(bytes)
    }
}
