import RedoCommandLine
import RedoStore

extension Command {
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
