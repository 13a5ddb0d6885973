import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoSystem

/// A file of another program, as its format reads it.
struct ForeignFile {
    /// The name of the file in errors.
    let name: String
    let format: InterchangeFormat
    let found: ForeignTasks

    /// Reads files, or standard input for none.
    ///
    /// - Parameters:
    ///   - format: nil recognises the format of each file.
    ///   - columns: what the columns of tables contain whose names are not those of the members.
    /// - Throws: wrong usage if a file has no columns that could be named so, STORAGE_003 for the first file that is not
    ///   of the format at all, STORAGE_001 for one that cannot be read.
    static func read(
        _ paths: [String], as format: InterchangeFormat?, columns: [String: ForeignMember],
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [ForeignFile] {
        var contents: [ForeignContents] = []
        for path in paths.isEmpty ? ["-"] : paths {
            let input = context.input(try context.path(of: path))
            contents.append(
                try ForeignContents(of: path, named: input.name, try input.readAll(), context))
        }
        return try read(contents, as: format, columns: columns, context)
    }

    /// Reads the contents of files.
    static func read(
        _ contents: [ForeignContents], as format: InterchangeFormat?,
        columns: [String: ForeignMember], _ context: borrowing CommandContext
    ) throws(RedoError) -> [ForeignFile] {
        var settings = try InterchangeSettings(context, columns: columns)
        let process = CalendarTodosProcess()
        var files: [ForeignFile] = []
        for content in contents {
            // Only tables have columns.
            let format = try content.format(requested: format ?? (columns.isEmpty ? nil : .csv))
            guard columns.isEmpty || format == .csv else {
                throw .usage("--map is for csv; the format is \(format.rawValue)")
            }
            settings.fileName = content.fileName
            do throws(ForeignMistake) {
                let found =
                    format.needsProcess
                    ? try read(content.bytes, process, settings)
                    : try format.read(content.bytes, settings)
                files.append(ForeignFile(name: content.name, format: format, found: found))
            } catch {
                throw content.error(error.text(of: content.name), as: format)
            }
        }
        return files
    }

    /// Reads a calendar in a process of its own.
    ///
    /// - Throws: ``ForeignMistake`` for a text that is not a calendar, and one that the process dies of.
    static func read(
        _ bytes: [UInt8], _ process: CalendarTodosProcess, _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> ForeignTasks {
        guard !bytes.contains(0) else { throw ForeignMistake("not iCalendar: it has a zero byte") }
        guard bytes.count < CalendarReader.maximumByteCount else {
            throw ForeignMistake("too large: over \(CalendarReader.maximumByteCount) bytes")
        }
        let lines: [ArraySlice<UInt8>]
        do throws(CalendarTodosProcess.Failure) {
            lines = try process.lines(of: bytes)
        } catch {
            switch error {
            case .noChild(let error): throw ForeignMistake(error.message)
            case .died:
                throw ForeignMistake(
                    "the process that reads calendars died of it, or took too long")
            }
        }
        return try CalendarTodoLines.read(lines, settings)
    }
}

extension CommandContext {
    /// The path of a file that an operand names, in the working folder; `-` stays.
    func path(of operand: String) throws(RedoError) -> String {
        operand == "-" ? operand : Path.join(try currentDirectory(), operand)
    }
}
