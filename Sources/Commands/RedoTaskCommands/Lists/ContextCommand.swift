import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoStore
import RedoSystem

extension Command {
    /// `redo context`: switches a context on or off.
    package static let context = Command(
        CommandSpecification(
            "context", "Switch on a query that applies to all lists",
            operands: [.optional(.value(.context)), "none", "list"],
            statuses: .plain(no: "no context is on"))
    ) { (context) throws(RedoError) in
        let store = try context.openStore()
        let known = TaskContext.all(store.configuration)
        switch context.arguments.operands.first {
        case nil:
            guard let name = store.currentContext else { return .no }
            try context.print(context.shown(name) + "\n")
        case "none"?: try store.setCurrentContext(nil)
        case "list"?:
            for (name, query) in known {
                let mark = name == store.currentContext ? "*" : " "
                try context.print(context.shown("\(mark) \(name)\t\(query)") + "\n")
            }
        case let name?:
            _ = try TaskContext(
                named: name, store.configuration, store.configuration.taskFields,
                now: try context.now())
            try store.setCurrentContext(name)
        }
        return .done
    }
}
