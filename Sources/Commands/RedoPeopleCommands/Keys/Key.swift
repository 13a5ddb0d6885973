import RedoCommandLine
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let force = OptionSpecification.flag(
        "force", letter: "f",
        "import: replace a key that is here; delete: do not ask, and delete the last one too")

    /// `redo key`: lists, shows and changes the keys that are here.
    package static let key = Command(
        CommandSpecification(
            "key", "List, show, choose, add, move, export, import, seal, unseal and delete keys",
            operands: [
                "list", ["show", .optional(.value(.user))], ["use", .value(.user)],
                ["add", .value("helper"), .optional(.value(.user))],
                ["move", .value("place"), .optional(.value(.user))],
                ["box", .optional(.value(.user))], ["export", .optional(.value(.user))],
                ["import", .optional(.value(.file))],
                ["lock", .optional(.value(.user))], ["unlock", .optional(.value(.user))],
                ["passwd", .optional(.value(.user))], ["delete", .value(.user)],
                ["agent", .optional(.anyOf(["start", "stop", "lock", "status", "run"]))],
            ], options: [force, agentTime],
            statuses: .plain(no: "a key was refused or is not usable"))
    ) { (context) throws(RedoError) in
        let word = context.arguments.operands[0]
        let operand = context.arguments.operands.dropFirst().first
        let isForced = context.arguments.has(force)
        let further = context.arguments.operands.dropFirst(2).first
        guard further == nil || word == "add" || word == "move" else {
            throw .usage("'redo key \(word)' takes one name")
        }
        guard word == "agent" || context.arguments.value(agentTime) == nil else {
            throw .usage("'redo key \(word)' takes no --time")
        }
        guard !isForced || word == "import" || word == "delete" else {
            throw .usage("'redo key \(word)' takes no --force")
        }
        switch word {
        case "list":
            guard operand == nil else { throw .usage("'redo key list' takes no operand") }
            return try list(&context)
        case "show": try show(&context, operand)
        case "use": try use(context, operand)
        case "add": try addKey(&context, operand, further)
        case "move": try moveKey(&context, operand, further)
        case "box": try showBox(&context, operand)
        case "agent": return try agent(&context, operand)
        case "export": try export(&context, operand)
        case "import": try importKey(&context, operand, isForced: isForced)
        case "lock": try lock(context, operand)
        case "unlock": try unlock(context, operand)
        case "passwd": try changePassphrase(context, operand)
        case "delete": return try deleteKey(&context, operand, isForced: isForced)
        default: throw .usage("unknown command: 'redo key \(word)'")
        }
        return .done
    }

    /// One line a key: a star at the one that signs or a mark at one that cannot be used, the userId, and
    /// where it is or what is wrong. What helps is said on standard error.
    private static func list(
        _ context: inout CommandContext
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
            try context.print("\(state)\n")
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
            switch file.place {
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
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(RedoError) {
        guard operand != nil else { throw .usage("'redo key use' needs a userId") }
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
        if file.place.helperName != nil {
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

extension KeyFile.Place {
    /// Where a key is, as the list has it.
    fileprivate var words: String {
        switch self {
        case .sealed: "sealed"
        case .unsealed: "unsealed"
        case .helper(let name): "in \(name)"
        }
    }
}

extension KeyFault {
    /// What is wrong with a key, in a word.
    fileprivate var stateWord: String {
        switch self {
        case .damaged: "damaged"
        case .foreign: "foreign"
        case .exposed, .openFolder: "exposed"
        case .notYours: "foreign"
        case .missing: "missing"
        case .helper(let fault, _): fault.stateWord
        default: "unreadable"
        }
    }
}
