import RedoCommandLine
import RedoStore
import RedoSystem

extension Command {
    /// `redo index`: makes the indexes of packs.
    package static let index = Command(
        CommandSpecification(
            "index", "Rebuild missing or damaged indexes of packs",
            options: [], statuses: .plain(no: "a pack is damaged"))
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let names = try store.packNames()
        var status = ExitStatus.done
        for name in names {
            let isNew: Bool
            do throws(RedoError) {
                isNew = try store.writeIndex(of: name)
            } catch {
                // The others can still be made.
                context.warn(error.code, error.message)
                status = .no
                continue
            }
            if isNew { try context.print("\(name)\n") }
        }
        return status
    }
}
