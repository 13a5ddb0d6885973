import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoStore
import RedoSystem

/// `redo context`: switches a context on or off.
package struct ContextCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "context", "Switch on a query that applies to all lists",
        operands: [.optional(.value(.context)), "none", "list"],
        statuses: .plain(no: "no context is on"))

    private enum Form {
        case show, switchOff, list
        case switchOn(String)
    }

    private let form: Form

    package init(_ arguments: Arguments) {
        form =
            switch arguments.operands.first {
            case nil: .show
            case "none"?: .switchOff
            case "list"?: .list
            case let name?: .switchOn(name)
            }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        switch form {
        case .show:
            guard let name = store.currentContext else { return .no }
            try context.print(context.shown(name) + "\n")
        case .switchOff: try store.setCurrentContext(nil)
        case .list:
            for (name, query) in TaskContext.all(store.configuration) {
                let mark = name == store.currentContext ? "*" : " "
                try context.print(context.shown("\(mark) \(name)\t\(query)") + "\n")
            }
        case .switchOn(let name):
            _ = try TaskContext(
                named: name, store.configuration, store.configuration.taskFields,
                now: try context.now())
            try store.setCurrentContext(name)
        }
        return .done
    }
}
