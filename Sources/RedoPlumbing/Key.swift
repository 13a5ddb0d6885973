import RedoCommand
import RedoCrypto
import RedoLog
import RedoStore

extension Command {
    /// `redo key`: lists, shows and changes the keys that are here.
    package static let key = Command(
        CommandSpecification(
            "key", "List, show, choose, export, import, lock and unlock keys",
            operands: [
                "list", "show [<user>]", "use <user>", "export [<user>]", "import [<file>]",
                "lock [<user>]", "unlock [<user>]",
            ], operandCount: 1...2)
    ) { (context) throws(CommandError) in
        let operand = context.arguments.operands.dropFirst().first
        switch context.arguments.operands[0] {
        case "list": try list(&context)
        case "show": try show(&context, operand)
        case "use": try use(context, operand)
        case "export": try export(&context, operand)
        case "import": try importKey(&context, operand)
        case "lock": try lock(context, operand)
        case "unlock": try unlock(context, operand)
        default: throw .usage("there is no 'redo key \(context.arguments.operands[0])'")
        }
        return .done
    }

    /// One line a key: a star at the chosen one, the userId, whether it is sealed.
    private static func list(_ context: inout CommandContext) throws(CommandError) {
        let keys = try context.keyDirectory()
        let chosen = try chosenUser(context)
        let users = try reportingKeys { () throws(KeyError) in try keys.users() }
        for user in users {
            let file = try reportingKeys { () throws(KeyError) in try keys.load(user) }
            let mark = user == chosen || users.count == 1 ? "*" : " "
            try context.print("\(mark) \(user) \(file.isSealed ? "sealed" : "unsealed")\n")
        }
    }

    private static func show(
        _ context: inout CommandContext, _ operand: String?
    ) throws(CommandError) {
        let (user, keys) = try user(context, operand)
        let file = try reportingKeys { () throws(KeyError) in try keys.load(user) }
        try context.print(
            """
            userId \(user)
            publicKey \(file.publicKey.hexadecimal)
            file \(keys.path(of: user))
            sealed \(file.isSealed ? "yes" : "no")

            """)
    }

    private static func use(
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(CommandError) {
        guard operand != nil else { throw .usage("'redo key use' needs a userId") }
        let (user, keys) = try user(context, operand)
        _ = try reportingKeys { () throws(KeyError) in try keys.load(user) }
        let file = try context.userConfigurationFile()
        try reporting { () throws(StoreError) in
            var configuration = try file.read()
            if let name = Configuration.Name("user.key") { configuration.set(name, to: user) }
            try file.write(configuration)
        }
    }

    /// Prints the key file as it is: a sealed key stays sealed.
    private static func export(
        _ context: inout CommandContext, _ operand: String?
    ) throws(CommandError) {
        let (user, keys) = try user(context, operand)
        let file = try reportingKeys { () throws(KeyError) in try keys.load(user) }
        if !file.isSealed {
            context.warn(
                "KEYCHAIN_002", "what follows is the secret key itself; keep it to yourself")
        }
        var text = try Input(keys.path(of: user)).readAll()
        try context.print(text)
        try context.flush()
        wipe(&text)
    }

    private static func importKey(
        _ context: inout CommandContext, _ operand: String?
    ) throws(CommandError) {
        var text = try Input(operand ?? "-").readAll()
        let keys = try context.keyDirectory()
        let user = try reportingKeys { () throws(KeyError) in
            var copy = text
            let file = try KeyFile(reading: &copy)
            let user = UserID(file.publicKey).description
            if !file.isSealed {
                // A sealed key is checked when it is opened.
                _ = try file.signingKey { () throws(KeyError) in SecretMemory(count: 0) }
            }
            try keys.save(&text, for: user, replacing: false)
            return user
        }
        try context.print("\(user)\n")
    }

    private static func lock(
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(CommandError) {
        let (user, keys) = try user(context, operand)
        try reportingKeys { () throws(KeyError) in
            let file = try keys.load(user)
            guard !file.isSealed else { return }
            let key = try file.signingKey { () throws(KeyError) in SecretMemory(count: 0) }
            var text = try KeyFile.text(key, sealedUnder: try newPassphrase(context))
            try keys.save(&text, for: user, replacing: true)
        }
    }

    private static func unlock(
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(CommandError) {
        let (user, keys) = try user(context, operand)
        try reportingKeys { () throws(KeyError) in
            let file = try keys.load(user)
            guard file.isSealed else { return }
            let key = try file.signingKey { () throws(KeyError) in
                try context.readPassphrase(prompt: "Passphrase of the key \(user): ")
            }
            var text = KeyFile.text(key)
            try keys.save(&text, for: user, replacing: true)
        }
    }

    private static func chosenUser(
        _ context: borrowing CommandContext
    ) throws(CommandError) -> String? {
        let file = try context.userConfigurationFile()
        return try reporting { () throws(StoreError) in try file.read().value("user.key") }
    }

    /// The user that an operand names by a unique prefix; without one the chosen or the only one.
    private static func user(
        _ context: borrowing CommandContext, _ operand: String?
    ) throws(CommandError) -> (String, KeyDirectory) {
        let keys = try context.keyDirectory()
        let users = try reportingKeys { () throws(KeyError) in try keys.users() }
        let candidates: [String]
        if let operand {
            candidates = users.filter { $0.hasPrefix(operand) }
        } else if let chosen = try chosenUser(context) {
            candidates = [chosen]
        } else {
            candidates = users
        }
        guard candidates.count == 1 else {
            let what = operand.map { "a userId that starts with '\($0)'" } ?? "a chosen key"
            throw CommandError(
                .failed, "KEYCHAIN_002",
                candidates.isEmpty ? "there is no key with \(what)" : "there are several keys",
                hints: candidates.isEmpty
                    ? ["'redo key list' shows the keys that are here"]
                    : ["name one of: \(candidates.joined(separator: ", "))"])
        }
        return (candidates[0], keys)
    }
}
