import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoModel
import RedoSystem

/// `redo convert`: tasks of one format in another, without a store.
package struct ConvertCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "convert", "Convert tasks from one program's format to another's",
        operands: [.optional(.repeated(.value(.file)))],
        options: [InterchangeOptions.from, InterchangeOptions.to, InterchangeOptions.map],
        effect: .reads,
        statuses: .plain(
            done: "all entries are good", no: "an entry was left out",
            failed: "a file is not in the format at all or cannot be read"))

    private let paths: [String]
    private let columns: [String: ForeignMember]
    /// Nil recognises the format of each file.
    private let source: InterchangeFormat?
    private let target: InterchangeFormat

    package init(_ arguments: Arguments) throws(RedoError) {
        guard let target = try InterchangeOptions.target(arguments) else {
            throw .usage(
                "--to names the format to write",
                hints: ["the formats are \(InterchangeFormat.listed(InterchangeFormat.written))"])
        }
        let source = try InterchangeOptions.source(arguments)
        paths = arguments.operands
        columns = try InterchangeOptions.columns(arguments)
        (self.source, self.target) = (source, target)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let files = try ForeignFile.read(paths, as: source, columns: columns, context)
        var digests = ForeignDigests()
        let tasks = files.flatMap { file in
            target == .icalendar ? digests.named(file.found.tasks) : file.found.tasks
        }
        let output = target.write(
            tasks.map { $0.withoutFields(besideThoseOf: target) }, try InterchangeSettings(context))
        try context.print(output.bytes)
        var status = ExitStatus.done
        var errors = ListedErrors()
        var remarks: [String] = []
        for file in files {
            for mistake in file.found.mistakes {
                errors.report(.schemaMismatch, mistake.text(of: file.name), context)
                status = .no
            }
            remarks += file.found.allRemarks.map { "\(file.name): \($0)" }
            // The neutral form has the others.
            if target == .json { continue }
            for task in file.found.tasks {
                remarks += task.remarks.map { "\(file.name), line \(task.line): \($0)" }
            }
        }
        errors.finish(context, allWith: nil)
        context.note(remarks: remarks, atMost: nil, allWith: nil)
        context.note(left: output, of: target)
        return status
    }
}
