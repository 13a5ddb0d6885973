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
        "update", "of tasks, write what files say differently about known ones")
    static let dryRun = OptionSpecification.dryRun(
        "of tasks, print a table of what would be done, and write nothing")
    static let json = OptionSpecification.flag(
        "json", "of tasks, print a JSON object for each entry of the files")

    /// The options about tasks of other programs alone.
    static let options = [
        InterchangeOptions.from, InterchangeOptions.map, update, dryRun, json,
        FieldDeclaration.option,
    ]

    /// Nil recognises the format of each file.
    private let format: InterchangeFormat?
    private let paths: [String]
    private let columns: [String: ForeignMember]
    private let isUpdate: Bool
    private let isJSON: Bool
    private let declaration: FieldDeclaration
    private let writing: WritingRequest

    init(from format: InterchangeFormat?, _ arguments: Arguments) throws(RedoError) {
        self.format = format
        paths = arguments.operands
        columns = try InterchangeOptions.columns(arguments)
        isUpdate = arguments.has(Self.update)
        isJSON = arguments.has(Self.json)
        declaration = FieldDeclaration(arguments)
        writing = try WritingRequest(arguments)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try run(
            try ForeignFile.read(paths, as: format, columns: columns, context), &context)
    }

    /// Imports the tasks in the contents of files whose formats are recognised, and says which these are.
    func run(
        recognising contents: [ForeignContents], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let files = try ForeignFile.read(contents, as: nil, columns: columns, context)
        for file in files {
            let name = files.count > 1 ? " from \(file.name)" : ""
            context.note(
                "read \(counted(file.found.tasks.count, "task"))\(name) as \(file.format.name)"
                    .printable)
        }
        return try run(files, &context)
    }

    private func run(
        _ files: [ForeignFile], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository =
            try writing.isDryRun ? context.openRepository() : context.repositoryForNewTasks()
        let types = try declaration.types(of: files, repository, context)
        declaration.announce(types, context)
        let files = files.map(types.typed)
        let run = try imported(files, repository, context)
        let report = ForeignReport(run, files, isDry: writing.isDryRun)
        if isJSON {
            try report.printJSON(&context)
        } else {
            try report.print(&context)
        }
        if !writing.isDryRun {
            let hasNews = run.count(.added) + run.count(.updated) > 0
            try declaration.finish(types, hasNews: hasNews, in: repository.store, context)
        }
        return report.hasRefused ? .no : .done
    }

    private func imported(
        _ files: [ForeignFile], _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> ForeignImport {
        let origins = ForeignOrigins(
            try repository.tasks().state, own: try context.keyring().ownUsers())
        var run = ForeignImport(files, origins, try InterchangeSettings(context))
        let isUpdate = isUpdate && !run.knownTasks.isEmpty
        let putAway = run.putAwayTasks
        let records = putAway.isEmpty ? nil : try context.operationRecords(of: repository.store)
        let needed = isUpdate ? run.knownTasks : putAway
        let organisation =
            needed.isEmpty ? Organisation.empty : try repository.family(Organisation.self)
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
            if isUpdate || run.hasUndone {
                try run.update(log, organisation, isWhole: isUpdate, &writer)
            }
            run.addNew(&writer)
        }
        return run
    }
}
