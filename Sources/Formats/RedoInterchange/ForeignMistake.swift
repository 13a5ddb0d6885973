import RedoJSON

/// Why an entry of a file, or the whole file, is not valid in its format, and where.
package struct ForeignMistake: Error, Equatable, Sendable {
    package let reason: String
    /// The line, from 1; nil if it is unknown.
    package var line: Int?
    /// The column in characters, from 1; nil if it is unknown.
    package var column: Int?

    package init(_ reason: String, line: Int? = nil, column: Int? = nil) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// The mistake with a line added.
    func at(line: Int) -> ForeignMistake {
        ForeignMistake(reason, line: self.line ?? line, column: column)
    }

    /// The mistake and its location: `tasks.csv, line 3, column 7: …`.
    package func text(of file: String) -> String {
        let line = line.map { ", line \($0)" } ?? ""
        let column = column.map { ", column \($0)" } ?? ""
        return "\(file)\(line)\(column): \(reason)"
    }
}

/// The result of reading a file: its valid entries, and what is wrong with the others.
package struct ForeignTasks: Sendable {
    package var tasks: [ForeignTask] = []
    package var mistakes: [ForeignMistake] = []
    /// What is left out without being part of a task, each item in words.
    package var remarks: [String] = []
    /// What is left out of what the file says of itself, each item in words.
    package var fileRemarks: [String] = []

    package init() {}

    /// What is left out of the file, each item in words.
    package var allRemarks: [String] { fileRemarks + remarks }

    /// Reads an entry, and records what is wrong with it.
    ///
    /// - Parameter line: the line at which it begins.
    mutating func add(
        line: Int, _ read: () throws(ForeignMistake) -> ForeignTask?
    ) {
        do throws(ForeignMistake) {
            guard var task = try read() else { return }
            // In the neutral form an entry can have the line of another file, from which it was read.
            if task.line == 0 { task.line = line }
            task.leaveOutDependencyOnItself()
            if task.title.allSatisfy(\.isWhitespace) {
                guard !task.isBlank else { throw ForeignMistake("the title is empty") }
                task.nameUntitled()
            }
            tasks.append(task)
        } catch {
            mistakes.append(error.at(line: line))
        }
    }
}
