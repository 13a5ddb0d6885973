import RedoCommand
import RedoLog
import RedoStore

extension Command {
    private static let repair = OptionSpecification.flag(
        "repair",
        "save what is whole, make indexes again, move damaged files to quarantine with the reason")

    /// `redo fsck`: reads every byte of the store.
    package static let fsck = Command(
        CommandSpecification(
            "fsck", "Read every byte of the store, print what is damaged, and repair it if told to",
            options: [repair, Progress.option, Jobs.option])
    ) { (context) throws(CommandError) in
        let store = try context.openStore()
        var progress = Progress("Checking", context)
        guard context.arguments.has(repair) else {
            let check: StoreCheck
            do throws(StoreError) {
                check = try store.check { progress.show(done: $0, total: $1) }
            } catch {
                throw CommandError(error)
            }
            progress.finish()
            for finding in check.findings { try context.print("\(text(of: finding))\n") }
            return check.findings.isEmpty ? .done : .no
        }
        let report: StoreRepair?
        do throws(StoreError) {
            report = try store.repair { progress.show(done: $0, total: $1) }
        } catch {
            throw CommandError(error)
        }
        progress.finish()
        guard let report else {
            throw CommandError(
                .failed, "STORAGE_003", "another command is packing this store",
                hints: ["repeat this one when it is done"])
        }
        for action in report.actions { try context.print("\(action.printable)\n") }
        for finding in report.remaining { try context.print("\(text(of: finding))\n") }
        return report.remaining.isEmpty ? .done : .no
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
