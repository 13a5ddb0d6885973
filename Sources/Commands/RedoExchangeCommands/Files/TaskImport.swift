import RedoCommandLine
import RedoCommandParts
import RedoInterchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// An import of tasks of other programs, all together.
struct TaskImport {
    static let update = OptionSpecification.flag(
        "update", "with --from, write what files say differently about known tasks")
    static let dryRun = OptionSpecification.dryRun(
        "with --from, print what would be added, and write nothing")
    static let json = OptionSpecification.flag(
        "json", "with --from, print a JSON object for each entry of the files")

    private let format: InterchangeFormat
    private let paths: [String]
    private let columns: [String: ForeignMember]
    private let isUpdate: Bool
    private let isJSON: Bool
    private let writing: WritingRequest

    init(from format: InterchangeFormat, _ arguments: Arguments) throws(RedoError) {
        self.format = format
        paths = arguments.operands
        columns = try InterchangeOptions.columns(arguments)
        isUpdate = arguments.has(Self.update)
        isJSON = arguments.has(Self.json)
        writing = try WritingRequest(arguments)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let files = try ForeignFile.read(paths, as: format, columns: columns, context)
        let repository =
            try writing.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let run = try imported(files, repository, context)
        let report = ForeignReport(run, files, isDry: writing.isDryRun)
        if isJSON {
            try report.printJSON(&context)
        } else {
            try report.print(&context, repository.store.configuration)
        }
        return report.hasRefused ? .no : .done
    }

    private func imported(
        _ files: [ForeignFile], _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> ForeignImport {
        let origins = ForeignOrigins(try repository.tasks().state)
        var run = ForeignImport(files, origins, try InterchangeSettings(context))
        let isUpdate = isUpdate && !run.knownTasks.isEmpty
        let putAway = run.putAwayTasks
        let records = putAway.isEmpty ? nil : try context.operationRecords(of: repository.store)
        var comments: [TaskID: [Organisation.Comment]] = [:]
        if isUpdate {
            let all = try repository.family(Organisation.self).comments
            comments = Dictionary(grouping: all, by: \.task)
        }
        let needed = isUpdate ? run.knownTasks : putAway
        let log =
            needed.isEmpty ? Log.empty : try repository.log(of: needed.map(\.description))
        try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            guard writer.dialect == .fields else {
                throw .usage(
                    "tasks of other programs need the fields dialect",
                    hints: ["'redo config redo.dialect fields' makes it the default"])
            }
            run.prepare(&writer)
            if let records { try run.restore(log, records, &writer) }
            if isUpdate { try run.update(log, comments: comments, &writer) }
            run.addNew(&writer)
        }
        return run
    }
}
