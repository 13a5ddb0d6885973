import RedoCheckpoints
import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRemotes
import RedoRepository
import RedoStore
import RedoSystem

/// `redo fsck`: reads every byte of the store.
package struct FsckCommand: ParsableCommand {
    private static let repair = OptionSpecification.flag(
        "repair",
        "save what is intact, rebuild indexes, move damaged files to quarantine with the reason")
    private static let quarantine = OptionSpecification.flag(
        "quarantine", "print what was moved to quarantine, and why")
    private static let from = OptionSpecification.value(
        "from", takes: .remote, "repair, then fetch from this remote what is missing")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each thing that is found")

    package static let specification = CommandSpecification(
        "fsck", "Check every byte of the store, and repair damage if asked to",
        options: [
            repair, from, Surrender.giveUp, Surrender.restore, Surrender.yes, quarantine, json,
            Progress.option, Jobs.option,
        ],
        constraints: [
            .excludesEach(Surrender.giveUp, [repair, from]),
            .excludes(Surrender.restore, [repair, from]),
            .needs(Surrender.yes, anyOf: [Surrender.restore]),
            .excludes(
                quarantine, [repair, from, Surrender.giveUp, Surrender.restore, json]),
            .excludes(json, [repair, Surrender.giveUp, Surrender.restore]),
        ],
        effect: .readsWithout([repair, from, Surrender.giveUp, Surrender.restore]),
        statuses: .plain(
            done: "the store is whole or was repaired",
            no: "something is damaged, missing or in quarantine, or may be"))

    private enum Form {
        case check
        /// And then fetches what is missing, if a remote is named.
        case repair(from: String?)
        case surrender(Surrender)
        case listQuarantine
    }

    private let form: Form
    private let isJSON: Bool
    /// Options that pass on to the fetch whether progress is shown.
    private let progressWords: [String]

    package init(_ arguments: Arguments) {
        let remote = arguments.value(Self.from)
        if arguments.has(Self.quarantine) {
            form = .listQuarantine
        } else if let surrender = Surrender(arguments) {
            form = .surrender(surrender)
        } else if remote != nil || arguments.has(Self.repair) {
            form = .repair(from: remote)
        } else {
            form = .check
        }
        isJSON = arguments.has(Self.json)
        progressWords = arguments.words(handingOn: [Progress.option])
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let status: ExitStatus
        switch form {
        case .check: status = try check(repository, &context)
        case .repair(nil): status = try repairAlone(repository, &context)
        case .repair(let remote?): status = try repair(repository, from: remote, &context)
        case .surrender(let surrender): return try surrender.run(repository, &context)
        case .listQuarantine:
            let files = try repository.store.quarantined()
            for (name, reason) in files {
                try context.print("\(name.printable): \(reason.printable)\n")
            }
            return files.isEmpty ? .done : .no
        }
        // What is damaged is the answer here, and not what the answer lacks.
        context.incompleteness.forget()
        return status
    }

    private func repair(
        _ repository: Repository, from remote: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        // Known before anything is repaired, and said once.
        _ = try ConfiguredRemote.named(remote, of: repository.store)
        try repair(repository, &context)
        let fetched = try fetch(["--lost"], from: remote, to: repository, &context)
        // What the store once had is back; what it does not know of can be there all the same.
        let dates = try FutureDates(context)
        let first = try StoreCheck.made(of: repository, dates.limit, context)
        if fetched == .done, try first.findings(with: repository).isEmpty {
            let status = try report(first, dates, repository, &context)
            return status.joined(with: try printWithheld(remote, repository, &context))
        }
        let refetched = try fetch(["--refetch"], from: remote, to: repository, &context)
        let checked = try check(repository, &context)
        _ = try printWithheld(remote, repository, &context)
        return checked == .done ? refetched : checked
    }

    private func repairAlone(
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let report = try repair(repository, &context)
        let status = try list(report.remaining, report.notes, &context)
        if try !repository.store.losses().isEmpty { context.complain(Self.lossHint(context)) }
        return status
    }

    /// What helps after a repair that could not save everything.
    private static func lossHint(_ context: borrowing CommandContext) -> String {
        let remote = context.chosenRemote.withLock { $0 } ?? "REMOTE"
        return "hint: 'redo fsck --from \(remote.printable)' fetches what a remote has; "
            + "redo-fsck(1) explains what can be done about nodes that no one has\n"
    }

    static var isBusy: RedoError {
        RedoError(
            .writeFailed, "another command is packing this store",
            hints: ["repeat this one when it is done"])
    }

    private func check(
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let dates = try FutureDates(context)
        return try report(
            try StoreCheck.made(of: repository, dates.limit, context), dates, repository, &context)
    }

    private func report(
        _ check: StoreCheck, _ dates: consuming FutureDates, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        for (id, wall) in check.future { dates.note(id, wall) }
        dates.warn(context)
        var findings = try check.findings(with: repository)
        // If packs are damaged, their caches cannot be judged.
        if findings.isEmpty, let damage = try repository.cacheDamage() {
            findings.append(.damage(damage.file.path, damage.reason))
        }
        return try list(findings, check.notes, &context)
    }

    /// What a repair leaves.
    private struct Repair {
        let remaining: [StoreFinding]
        let notes: [StoreFinding]
    }

    /// Repairs what can be, and says what was done.
    @discardableResult
    private func repair(
        _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> Repair {
        var dates = try FutureDates(context)
        let report = try Self.repairs(of: repository, until: dates.limit, context)
        for (id, wall) in report.future { dates.note(id, wall) }
        dates.warn(context)
        for action in report.actions {
            if isJSON {
                context.note(action.printable)
            } else {
                try context.print("\(action.printable)\n")
            }
        }
        let remaining =
            try report.remaining + StoreCheck.missing(repository, besides: report.remaining)
        while remaining.isEmpty, let damage = try repository.cacheDamage() {
            try damage.file.remove()
            try context.print("removed \(damage.file.path.printable): \(damage.reason)\n")
        }
        return Repair(remaining: remaining, notes: report.notes)
    }

    private static func repairs(
        of repository: Repository, until latest: Instant, _ context: borrowing CommandContext
    ) throws(RedoError) -> StoreRepair {
        var progress = Progress("Checking", context)
        let report = try repository.store.repair(until: latest, forms: .all) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        guard let report else { throw isBusy }
        return report
    }

    /// Reads again what a remote has, as `redo fetch` does.
    ///
    /// - Parameter options: which of it.
    private func fetch(
        _ options: [String], from remote: String, to repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        try context.flush()
        let words = ["--redo-dir", repository.store.path] + options + progressWords
        var surroundings = context.surroundings
        let dropped = try failing(.notFound, "the fetch cannot be run") {
            () throws(SystemError) in try FileDescriptor.inMemory()
        }
        if isJSON { surroundings.output = dropped.rawValue }
        defer { repository.forget() }
        return try context.suite.run("fetch", words + ["--", remote], surroundings)
    }

    /// Prints what the fetch found the remote to withhold.
    ///
    /// - Returns: 1 if something is held against it.
    private func printWithheld(
        _ name: String, _ repository: Repository, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let remote = try ConfiguredRemote.named(name, of: repository.store)
        guard let known = remote.known(in: repository.store), !known.findings.isEmpty else {
            return .done
        }
        let now = try context.now()
        let isCopied = try remote.isCopied(in: repository.store)
        let keyText = repository.keyTexts()
        var status = ExitStatus.done
        for finding in known.findings {
            if finding.isAccusation(at: now, isCopied: isCopied) { status = .no }
            if isJSON {
                let report = finding.report(at: now, isCopied: isCopied, keyText)
                try context.printLine(CanonicalJSON.bytes(report))
            } else {
                let line = finding.line(at: now, isCopied: isCopied, keyText)
                try context.print("\(name.printable): \(line.printable)\n")
            }
        }
        return status
    }

    /// - Returns: 1 if something is damaged or missing; notes do not cause it.
    private func list(
        _ findings: [StoreFinding], _ notes: [StoreFinding], _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        for finding in findings + notes {
            if isJSON {
                try context.printLine(CanonicalJSON.bytes(Self.report(on: finding)))
            } else {
                try context.print("\(Self.text(of: finding))\n")
            }
        }
        return findings.isEmpty ? .done : .no
    }

    private static func report(on finding: StoreFinding) -> JSONValue {
        [
            "code": .string(JSONString("\(finding.code)")),
            "detail": .string(JSONString(finding.detail)),
            "offset": finding.offset.map { .number(Double($0)) } ?? .null,
            "path": .string(JSONString(SystemText.printable(finding.path))),
            "severity": .string(JSONString(finding.severity.rawValue)),
        ]
    }

    private static func text(of finding: StoreFinding) -> String {
        let location = finding.offset.map { ": byte \($0)" } ?? ""
        let text = "\(finding.path.printable)\(location): "
        return switch finding.severity {
        case .damage: "\(text)\(finding.detail.printable) (\(finding.code))"
        case .note: "note: \(text)\(finding.detail.printable)"
        }
    }
}
