import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo key`: lists, shows and changes the keys that are here.
package struct KeyCommand: ParsableCommand {
    private static let force = OptionSpecification.flag(
        "force", letter: "f",
        "import: replace a key that is here; delete: do not ask, and delete the last one too")

    package static let specification = CommandSpecification(
        "key", "List, show, choose, add, move, export, import, seal, unseal and delete keys",
        operands: [
            .optional("list"), ["show", .optional(.value(.user))], ["use", .value(.user)],
            ["add", .value("helper"), .optional(.value(.user))],
            ["move", .value("place"), .optional(.value(.user))],
            ["box", .optional(.value(.user))], ["export", .optional(.value(.user))],
            ["import", .optional(.value(.file))],
            ["lock", .optional(.value(.user))], ["unlock", .optional(.value(.user))],
            ["passwd", .optional(.value(.user))], ["delete", .value(.user)],
            ["agent", .optional(.anyOf(["start", "stop", "lock", "status", "run"]))],
        ], options: [force, agentTime] + IDListing.options, constraints: IDListing.constraints(),
        effect: .readsAs(["list", "show", nil]),
        statuses: .plain(no: "a key was refused or is not usable"))

    /// The action; without a user it applies to the key that signs.
    private enum Form {
        case list(IDListing.Form)
        case show(user: String?)
        case use(user: String)
        /// Without a user it is the only key that the helper has.
        case add(helper: String, user: String?)
        case move(location: String, user: String?)
        case box(user: String?)
        case agent(AgentAction)
        case export(user: String?)
        /// Without a file it is standard input.
        case importFile(String?, isForced: Bool)
        case lock(user: String?)
        case unlock(user: String?)
        case changePassphrase(user: String?)
        case delete(user: String, isForced: Bool)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let word = arguments.operands.first ?? "list"
        let operand = arguments.operands.dropFirst().first
        let isForced = arguments.has(Self.force)
        let further = arguments.operands.dropFirst(2).first
        guard further == nil || word == "add" || word == "move" else {
            throw .usage("'redo key \(word)' takes one name")
        }
        guard word == "agent" || arguments.value(Self.agentTime) == nil else {
            throw .usage("'redo key \(word)' takes no --time")
        }
        guard !isForced || word == "import" || word == "delete" else {
            throw .usage("'redo key \(word)' takes no --force")
        }
        if word != "list" { try arguments.refuse(IDListing.options, by: "key \(word)") }
        switch word {
        case "list":
            guard operand == nil else { throw .usage("'redo key list' takes no operand") }
            form = .list(IDListing.Form(arguments, json: nil))
        case "show": form = .show(user: operand)
        case "use":
            guard let operand else { throw .usage("'redo key use' needs a userId") }
            form = .use(user: operand)
        case "add":
            guard let operand else {
                throw .usage("'redo key add' needs the name of a key helper")
            }
            form = .add(helper: operand, user: further)
        case "move":
            guard let operand else {
                throw .usage("'redo key move' needs a place: file, or the name of a key helper")
            }
            form = .move(location: operand, user: further)
        case "box": form = .box(user: operand)
        case "agent": form = .agent(try AgentAction(operand, arguments))
        case "export": form = .export(user: operand)
        case "import": form = .importFile(operand, isForced: isForced)
        case "lock": form = .lock(user: operand)
        case "unlock": form = .unlock(user: operand)
        case "passwd": form = .changePassphrase(user: operand)
        case "delete":
            guard let operand else { throw .usage("name the key to delete by its userId") }
            form = .delete(user: operand, isForced: isForced)
        default: throw .usage("unknown command: 'redo key \(word)'")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .list, .show: break
        default: try context.refuseAgents()
        }
        switch form {
        case .list(let form): return try Self.list(as: form, &context)
        case .show(let user): try Self.show(&context, user)
        case .use(let user):
            try Self.use(context, user)
            if let signer = try context.keySelection().signer {
                context.noteOtherAuthors(than: signer)
            }
        case .add(let helper, let user): try Self.addKey(&context, helper, user)
        case .move(let location, let user): try Self.moveKey(&context, location, user)
        case .box(let user): try Self.showBox(&context, user)
        case .agent(let action): return try Self.agent(&context, action)
        case .export(let user): try Self.export(&context, user)
        case .importFile(let file, let isForced):
            try Self.importKey(&context, file, isForced: isForced)
        case .lock(let user): try Self.lock(context, user)
        case .unlock(let user): try Self.unlock(context, user)
        case .changePassphrase(let user): try Self.changePassphrase(context, user)
        case .delete(let user, let isForced):
            return try Self.deleteKey(&context, user, isForced: isForced)
        }
        return .done
    }

    /// One line a key: a star at the one that signs or a mark at one that cannot be used, the userId, and
    /// where it is or what is wrong. What helps is said on standard error.
    private static func list(
        as form: IDListing.Form, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let selection = try context.keySelection()
        var status = ExitStatus.done
        for user in try selection.users() {
            let state: String
            do throws(RedoError) {
                let mark = user == selection.signer ? "*" : " "
                state = "\(mark) \(user) \(try selection.keys.check(user).words)"
            } catch {
                status = .no
                state = "! \(user) \(error.keyFault?.stateWord ?? "unreadable")"
                context.complain(user == selection.signer ? error : error.withoutReplacements)
            }
            if case .ids(let end) = form {
                try context.print("\(user)\(end)")
            } else {
                try context.print("\(state)\n")
            }
        }
        switch selection.choice {
        case .named(let user):
            guard try !selection.users().contains(user) else { break }
            status = .no
            do throws(RedoError) {
                try selection.keys.check(user)
            } catch {
                context.complain(selection.choice.error(error))
            }
        case .several, .none:
            // That is not a mistake: a store can name the key that signs there.
            do throws(RedoError) {
                _ = try selection.choice.user(in: selection.keys.path)
            } catch {
                for hint in error.hints { context.complain("hint: \(hint.printable)\n") }
            }
        case .only: break
        }
        return status
    }

    private static func show(
        _ context: inout CommandContext, _ operand: String?
    ) throws(RedoError) {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        let file = try load(user, selection)
        let last =
            switch file.location {
            case .sealed: "sealed yes"
            case .unsealed: "sealed no"
            case .helper(let name): "helper \(name)"
            }
        try context.print(
            """
            userId \(user)
            publicKey \(file.publicKey.hexadecimal)
            file \(selection.keys.path(of: user))
            \(last)

            """)
    }

    private static func use(
        _ context: borrowing CommandContext, _ operand: String
    ) throws(RedoError) {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        try selection.keys.check(user)
        try selection.choose(user)
    }

    /// Prints the key file as it is: a sealed key stays sealed. A key that a helper hands over is printed as the
    /// file that it would be.
    private static func export(
        _ context: inout CommandContext, _ operand: String?
    ) throws(RedoError) {
        let selection = try context.keySelection()
        let user = try selection.user(operand)
        let file = try load(user, selection)
        var text: [UInt8]
        if file.location.helperName != nil {
            let key = try usable(user, selection) { () throws(RedoError) in
                try KeyPlacing(context.keyring()).key(of: user)
            }
            text = KeyFile.text(key)
        } else {
            text = try context.input(selection.keys.path(of: user)).readAll()
        }
        if !file.isSealed {
            context.warn(
                .keyNotLoaded, "what follows is the secret key itself; keep it to yourself")
        }
        try context.print(text)
        try context.flush()
        wipe(&text)
    }

    /// Reads the file of a key that was named, or that signs.
    private static func load(
        _ user: String, _ selection: KeySelection
    ) throws(RedoError) -> KeyFile {
        try usable(user, selection) { () throws(RedoError) in try selection.keys.load(user) }
    }
}

extension KeyFile.Location {
    /// The location of a key in the list.
    fileprivate var words: String {
        switch self {
        case .sealed: "sealed"
        case .unsealed: "unsealed"
        case .helper(let name): "in \(name)"
        }
    }
}

extension KeyFault {
    /// The fault of a key, in a word.
    fileprivate var stateWord: String {
        switch self {
        case .damaged: "damaged"
        case .foreign: "foreign"
        case .exposed, .openDirectory: "exposed"
        case .notYours: "foreign"
        case .missing: "missing"
        case .helper(let fault, _): fault.stateWord
        default: "unreadable"
        }
    }
}
