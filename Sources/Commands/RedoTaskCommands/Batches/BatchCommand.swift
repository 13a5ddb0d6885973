import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo batch`: runs operations of JSON Lines in one transaction.
package struct BatchCommand: ParsableCommand {
    private static let atomic = OptionSpecification.flag(
        "atomic", "write all operations, or none if one fails")
    private static let dryRun = OptionSpecification.dryRun("answer, and write nothing")

    package static let specification = CommandSpecification(
        "batch", "Run operations from standard input, one JSON object per line, as one change",
        options: [atomic, dryRun, TaskWriter.dialectOption],
        statuses: .writing(no: "an operation failed"))

    /// True if nothing is written if an operation fails.
    private let isAtomic: Bool
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        isAtomic = arguments.has(Self.atomic)
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let lines = try context.input().readAll()
            .split(separator: UInt8(ascii: "\n"))
        let operations = lines.map { line in
            Line { () throws(BatchOperation.Mistake) in try BatchOperation(Array(line)) }
        }
        let repository = try context.repositoryForNewTasks()
        let answers = try answers(to: operations, context, repository)
        for answer in answers { try context.printLine(answer.line) }
        return answers.contains(where: \.isFailed) ? .no : .done
    }

    /// The kind of a line of the input.
    private typealias Line = Result<BatchOperation, BatchOperation.Mistake>

    /// Runs the operations; again if another command replaces a head that one of them expects before they are written.
    /// The next time that operation is refused alone, so each of them causes at most one repetition.
    private func answers(
        to operations: [Line], _ context: borrowing CommandContext, _ repository: Repository
    ) throws(RedoError) -> [BatchAnswer] {
        var repetitions = operations.count
        while true {
            do throws(RedoError) {
                return try run(operations, context, repository)
            } catch {
                guard error.code == .staleHeads, repetitions > 0 else { throw error }
                repetitions -= 1
                repository.forget()
            }
        }
    }

    private func run(
        _ operations: [Line], _ context: borrowing CommandContext, _ repository: Repository
    ) throws(RedoError) -> [BatchAnswer] {
        let names = operations.compactMap { try? $0.get().task }.filter { !$0.hasPrefix("@") }
        var unclear: [String: RedoError] = [:]
        let log =
            names.isEmpty
            ? Log.empty
            : try repository.log(of: names) { name, error in unclear[name] = error }
        let parsed = operations.compactMap { try? $0.get() }
        let needsOrganisation = parsed.contains {
            $0.verb == .start || $0.verb == .stop || $0.verb.isOfCategory
        }
        let organisation = needsOrganisation ? try repository.family(Organisation.self) : .empty
        let now = try context.now()
        return try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            let user = organisation.principal(of: writer.identity.author)
            var run = BatchRun(
                log, unclear, now: now, BatchWork(organisation.running, of: user),
                BatchCategories(organisation, of: user), repository)
            var answers: [BatchAnswer] = []
            for operation in operations { answers.append(run.answer(operation, &writer)) }
            let isRefused = isAtomic && answers.contains(where: \.isFailed)
            if isRefused { writer.isWriting = false }
            return isRefused ? answers.map(\.refusedWithOthers) : answers
        }
    }
}

extension BatchAnswer {
    /// The answer to an operation of which nothing is written, because another one failed.
    fileprivate var refusedWithOthers: BatchAnswer {
        if isFailed { return self }
        let error = RedoError(.usage, "not written: another operation of the batch failed")
        return BatchAnswer(id: id, result: .failure(error))
    }
}
