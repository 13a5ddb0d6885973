import RedoJSON

/// Why an entry of a file, or the whole file, is not what its format says, and where.
package struct ForeignMistake: Error, Equatable, Sendable {
    package let reason: String
    /// From 1; nil if it is not known.
    package var line: Int?
    /// In characters from 1; nil if it is not known.
    package var column: Int?

    package init(_ reason: String, line: Int? = nil, column: Int? = nil) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// The same in a line.
    func at(line: Int) -> ForeignMistake {
        ForeignMistake(reason, line: self.line ?? line, column: column)
    }

    /// What is wrong, and where: `tasks.csv, line 3, column 7: …`.
    package func text(of file: String) -> String {
        let line = line.map { ", line \($0)" } ?? ""
        let column = column.map { ", column \($0)" } ?? ""
        return "\(file)\(line)\(column): \(reason)"
    }
}

/// What a file says: its good entries, and what is wrong with the others.
package struct ForeignTasks: Sendable {
    package var tasks: [ForeignTask] = []
    package var mistakes: [ForeignMistake] = []
    /// What of the file is about no task, each named in words.
    package var remarks: [String] = []

    package init() {}

    /// Reads an entry, and keeps what is wrong with it.
    ///
    /// - Parameter line: that it begins on.
    mutating func add(
        line: Int, _ read: () throws(ForeignMistake) -> ForeignTask?
    ) {
        do throws(ForeignMistake) {
            guard var task = try read() else { return }
            // The neutral form says which line of another file it is.
            if task.line == 0 { task.line = line }
            guard !task.title.allSatisfy(\.isWhitespace) else {
                throw ForeignMistake("the title is empty")
            }
            tasks.append(task)
        } catch {
            mistakes.append(error.at(line: line))
        }
    }
}
