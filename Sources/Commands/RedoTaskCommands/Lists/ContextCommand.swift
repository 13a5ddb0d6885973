import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoStore
import RedoSystem

/// `redo context`: switches a context on or off.
package struct ContextCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "context", "Switch on a query that applies to all lists",
        operands: [.optional(.value(.context)), "none", "list"], operandCount: 0...Int.max,
        options: IDListing.options,
        constraints: IDListing.constraints(),
        effect: .readsAs(["list", nil]), statuses: .plain(no: "no context is on"))

    private enum Form {
        case show, switchOff
        case list(IDListing.Form)
        case switchOn(String)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let word = arguments.operands.first
        guard arguments.operands.count < 2 else {
            let query = arguments.operands.dropFirst().joined(separator: " ")
            throw .usage(
                "unexpected argument '\(arguments.operands[1])'",
                hints: [
                    "'redo config context.NAME.query \(shellWord(query))' creates a context"
                ])
        }
        if word != "list" { try arguments.refuse(IDListing.options, by: word ?? "context") }
        form =
            switch word {
            case nil: .show
            case "none"?: .switchOff
            case "list"?: .list(IDListing.Form(arguments, json: nil))
            case let name?: .switchOn(name)
            }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        switch form {
        case .show:
            guard let name = store.currentContext else {
                context.note(Self.offer(TaskContext.all(store.configuration).map(\.name)))
                return .no
            }
            try context.print(context.shown(name) + "\n")
        case .switchOff:
            try store.setCurrentContext(nil)
            context.note("no context is on")
        case .list(.ids(let end)):
            let names = TaskContext.all(store.configuration).map(\.name)
            try context.printIDs(names.map { context.shown($0) }, end: end)
        case .list:
            let contexts = TaskContext.all(store.configuration)
            if contexts.isEmpty { context.note(Self.offer([])) }
            for (name, query, setting) in contexts {
                let mark = name == store.currentContext ? "*" : " "
                let words = setting.map { "\tadds \($0)" } ?? ""
                try context.print(context.shown("\(mark) \(name)\t\(query)\(words)") + "\n")
            }
        case .switchOn(let name):
            let chosen = try TaskContext(
                named: name, store.configuration, store.configuration.taskFields,
                now: try context.now())
            try store.setCurrentContext(name)
            let query = chosen.text.isEmpty ? "" : ": \(chosen.text)"
            let setting = chosen.setting.map { "; new tasks get \($0)" } ?? ""
            context.note(context.shown("the context \(name) is on\(query)\(setting)"))
        }
        return .done
    }

    /// What can be switched on while no context is.
    private static func offer(_ names: [String]) -> String {
        names.isEmpty
            ? "there are no contexts: 'redo config context.NAME.query QUERY' creates one"
            : "no context is on; 'redo context NAME' switches on \(listed(names.map(\.printable)))"
    }
}
