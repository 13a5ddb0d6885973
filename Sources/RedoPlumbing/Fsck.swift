import RedoCommand
import RedoLog
import RedoStore

extension Command {
    private static let repair = OptionSpecification.flag(
        "repair",
        "save what is whole, make indexes again, move damaged files to quarantine with the reason")

    private static let from = OptionSpecification.value(
        "from", takes: "remote", "repair, then fetch from this remote what is missing")

    /// `redo fsck`: reads every byte of the store.
    package static let fsck = Command(
        CommandSpecification(
            "fsck", "Read every byte of the store, print what is damaged, and repair it if told to",
            options: [repair, from, Progress.option, Jobs.option])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        if let remote = context.arguments.value(from) {
            _ = try repair(store, &context)
            let fetched = try fetch(from: remote, to: store, &context)
            let checked = try check(store, &context)
            return checked == .done ? fetched : checked
        }
        guard context.arguments.has(repair) else { return try check(store, &context) }
        return try list(try repair(store, &context), &context)
    }

    private static func check(
        _ store: Store, _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        var progress = Progress("Checking", context)
        let check: StoreCheck
        do throws(StoreError) {
            check = try store.check { progress.show(done: $0, total: $1) }
        } catch {
            throw CommandError(error)
        }
        progress.finish()
        var findings = check.findings
        // Where packs are damaged nothing can be said of what was worked out of them.
        if findings.isEmpty, let (file, reason) = try LogReading(store).cacheDamage() {
            findings.append(.damage(file.path, reason))
        }
        return try list(findings, &context)
    }

    /// Repairs what can be, and says what was done.
    ///
    /// - Returns: what is left.
    private static func repair(
        _ store: Store, _ context: inout CommandContext
    ) throws(CommandError) -> [StoreFinding] {
        let report = try repairs(of: store, context)
        for action in report.actions { try context.print("\(action.printable)\n") }
        if report.remaining.isEmpty, let (file, reason) = try LogReading(store).cacheDamage() {
            try reporting { () throws(StoreError) in try file.remove() }
            try context.print("removed \(file.path.printable): \(reason)\n")
        }
        return report.remaining
    }

    private static func repairs(
        of store: Store, _ context: borrowing CommandContext
    ) throws(CommandError) -> StoreRepair {
        var progress = Progress("Checking", context)
        let report: StoreRepair?
        do throws(StoreError) {
            report = try store.repair { progress.show(done: $0, total: $1) }
        } catch {
            throw CommandError(error)
        }
        progress.finish()
        guard let report else {
            throw CommandError(
                .importFailed, "another command is packing this store",
                hints: ["repeat this one when it is done"])
        }
        return report
    }

    /// Lets `redo fetch` read all of a remote again. That is another program: this one does not load
    /// what is needed to speak with git.
    private static func fetch(
        from remote: String, to store: Store, _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        try context.flush()
        var arguments = ["--redo-dir", store.path, "--refetch"]
        if let isShown = context.arguments.setting(Progress.option) {
            arguments.append(isShown ? "--progress" : "--no-progress")
        }
        if let count = context.arguments.value(Jobs.option) { arguments += ["--jobs", count] }
        let status = try SuiteExecutables.run("fetch", arguments + ["--", remote])
        // What it could not do it has said.
        return ExitStatus(rawValue: status) ?? .failed
    }

    private static func list(
        _ findings: [StoreFinding], _ context: inout CommandContext
    ) throws(CommandError) -> ExitStatus {
        for finding in findings { try context.print("\(text(of: finding))\n") }
        return findings.isEmpty ? .done : .no
    }

    private static func text(of finding: StoreFinding) -> String {
        let place = finding.offset.map { ": byte \($0)" } ?? ""
        return "\(finding.path.printable)\(place): \(finding.code): \(finding.detail.printable)"
    }

    /// `redo index`: makes the indexes of packs.
    package static let index = Command(
        CommandSpecification(
            "index", "Make the indexes of packs again where they are missing or damaged",
            options: [])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        let names = try reporting { () throws(StoreError) in try store.packNames() }
        var status = ExitStatus.done
        for name in names {
            let isNew: Bool
            do throws(StoreError) {
                isNew = try store.writeIndex(of: name)
            } catch {
                // The others can still be made.
                context.warn(error.code.rawValue, error.message)
                status = .no
                continue
            }
            if isNew { try context.print("\(name)\n") }
        }
        return status
    }
}
