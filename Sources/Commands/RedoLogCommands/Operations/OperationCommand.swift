import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo op`: lists what commands wrote here, and brings all tasks to what they were.
package struct OperationCommand: ParsableCommand {
    private static let limit = OptionSpecification.value(
        "limit", letter: "n", takes: "count", takesBareNumber: true,
        "log: at most this many operations; 20 unless it is given")
    private static let json = OptionSpecification.flag(
        "json", "log: print a JSON object for each operation")
    private static let format = OptionSpecification.value(
        "format", takes: "format",
        "log: a line for each operation, with fields such as %(id) and %(command)")
    private static let dryRun = OptionSpecification.flag(
        "dry-run", "restore: write nothing; print what would be changed")
    private static let force = OptionSpecification.flag(
        "force", letter: "f", "restore: do not ask on a terminal")

    package static let specification = CommandSpecification(
        "op", "List what commands wrote on this device, or restore an earlier state",
        operands: [.optional("log"), ["restore", .value("when")]],
        options: [limit, json, format, dryRun, force] + IDListing.options + WritingRequest.options,
        constraints: ([limit, json, format] + IDListing.options).map {
            .excludes($0, [dryRun, force])
        } + [
            .exclusive([json, IDListing.ids]), .exclusive([format, IDListing.ids]),
            .needs(NameInput.output, anyOf: [IDListing.ids, format]),
        ],
        effect: .readsAs(["log", nil]),
        statuses: .writing(
            no: "something could not be restored, or a question was answered with no",
            incomplete: "records of operations, or nodes, are damaged or missing"))

    private enum Form {
        /// - Parameter end: what follows each operation for programs.
        case log(maximumCount: Int, OperationStyle, end: String)
        /// To a time, or to an operation.
        case restore(String, isUnasked: Bool)
    }

    private let form: Form
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let (limit, json, dryRun, force) = (Self.limit, Self.json, Self.dryRun, Self.force)
        let operands = arguments.operands
        switch (operands.first ?? "log", operands.count) {
        case ("log", 0...1):
            guard !arguments.has(dryRun), !arguments.has(force) else {
                throw .usage("'redo op log' takes neither --dry-run nor --force")
            }
            form = .log(
                maximumCount: try arguments.count(limit) ?? 20,
                try OperationStyle(
                    arguments.value(Self.format), IDListing.Form(arguments, json: json)),
                end: arguments.terminator)
        case ("restore", 2):
            try arguments.refuse(
                [json, Self.format, limit] + IDListing.options, by: "'redo op restore'")
            form = .restore(operands[1], isUnasked: arguments.has(force))
        case ("log", _): throw .usage("'redo op log' takes no operand")
        case ("restore", _): throw .usage("name a time or an operation of 'redo op log'")
        case (let word, _): throw .usage("unknown command: 'redo op \(word)'")
        }
        writing = try WritingRequest(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .log(let maximumCount, let style, let end):
            try printLog(atMost: maximumCount, style, end: end, &context)
        case .restore(let point, let isUnasked):
            try restore(to: point, isUnasked: isUnasked, &context)
        }
    }

    private func printLog(
        atMost maximumCount: Int, _ style: OperationStyle, end: String,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let records = try repository.store.operationRecords()
        var listing = OperationListing(
            try repository.wholeLog(), try repository.family(OrganisationHistory.self), records,
            try writing.dialect(in: repository))
        let width = Terminal.columns(of: context.surroundings.output) ?? 80
        if listing.entries.isEmpty { context.note("no command has written here yet") }
        if style.isForPeople { context.startPager() }
        let now = try context.now()
        var status = ExitStatus.done
        for entry in listing.entries.prefix(maximumCount) {
            switch entry {
            case .record(let record):
                let row = listing.row(record, isShort: style.isForPeople)
                try context.print(style.text(of: row, columns: width, end: end, now: now))
            case .gap(let gap):
                status = .incomplete
                if let text = style.text(of: gap) { try context.print(text) }
            }
        }
        return status
    }

    // MARK: Restoring

    private func restore(
        to point: String, isUnasked: Bool, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log = try repository.wholeLog()
        let ends = try Self.ends(at: point, context, repository, log)
        let dialect = try writing.dialect(in: repository)
        let organisation = try repository.family(OrganisationHistory.self)
        let past = PastState(log, ends, organisation)
        let user =
            organisation.changes.isEmpty
            ? nil
            : organisation.organisation.principal(
                of: try context.keyring().author(for: repository.store))
        let plan = past.plan(dialect, by: user)
        let remark = past.remark
        guard !plan.isEmpty else {
            try context.print("all tasks are as they were then\n\(remark)")
            return .done
        }
        let asks = context.surroundings.hasTerminalInput && !isUnasked && !writing.isDryRun
        if asks || writing.isDryRun {
            let report = CompensationReport(kind: .restoration, isDry: true)
            try context.print(plan.all.map { report.text(of: $0) }.joined() + remark)
        }
        if writing.isDryRun { return plan.isWhole ? .done : .no }
        if asks {
            try context.flush()
            guard try context.isConfirmed("change \(plan.extent)?") else { return .no }
        }
        let done = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            try CompensationReport(kind: .restoration).write(plan, &writer)
        }
        if !asks { try context.print(done + remark) }
        try context.print("changed \(plan.extent); 'redo undo' takes that back\n")
        return plan.isWhole ? .done : .no
    }

    /// The nodes that were there after an operation, or at a time.
    private static func ends(
        at point: String, _ context: borrowing CommandContext, _ repository: Repository, _ log: Log
    ) throws(RedoError) -> [Int] {
        let operations = try context.operationRecords(of: repository.store).recorded
        let named = operations.indices.filter { operations[$0].isNamed(point) }
        if named.count > 1 {
            throw RedoError(
                .ambiguousName, "'\(point)' is the beginning of several operations",
                hints: named.map { operations[$0].shortName })
        }
        if let index = named.first {
            return ends(after: index, operations, log)
        }
        return log.numbers(until: try context.pastMoment(point))
    }

    /// The nodes that were there after an operation: its own and those of the operations before it, what these follow, and
    /// of what is in no record what is not later than it by the clock and follows no later operation.
    private static func ends(
        after index: Int, _ operations: [OperationRecord], _ log: Log
    ) -> [Int] {
        let graph = log.replay.validation.graph
        let time = operations[index].latest
        var isThere = log.nodes.map { $0.timestamp.wall <= time }
        var isLater = Array(repeating: false, count: isThere.count)
        var ends: [Int] = []
        for (position, record) in operations.enumerated() {
            for number in record.operation.nodes.compactMap({ graph.number(of: $0) }) {
                isThere[number] = position <= index
                isLater[number] = position > index
                if position <= index { ends.append(number) }
            }
        }
        for number in isThere.indices {
            for parent in graph.parents(of: number) where isLater[parent] {
                isLater[number] = true
            }
        }
        return isThere.indices.filter { isThere[$0] && !isLater[$0] } + ends
    }
}
