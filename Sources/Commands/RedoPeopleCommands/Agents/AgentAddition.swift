import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo agent add`: an entry of the configuration, a key, and the SHAREs of categories with it.
struct AgentAddition {
    /// The origin of the key.
    private enum Source {
        /// It is made here, and kept in a file of the user's.
        case kept
        /// It is made here, and printed once.
        case printed
        /// It was made where the agent runs.
        case given(PublicKey)
    }

    private let name: AgentName
    private let categories: [String]
    private let permission: Permission
    private let source: Source

    /// - Throws: wrong usage for a permission or key that is invalid.
    init(
        name: AgentName, categories: [String], permission: String?, key: String?, isPrinted: Bool
    ) throws(RedoError) {
        self.name = name
        self.categories = categories
        let word = permission ?? Permission.write.name
        // An admin could share further.
        guard let permission = Permission(named: word), permission <= .write else {
            throw .usage("an agent gets read or write, not '\(word)'")
        }
        self.permission = permission
        if let key {
            guard let key = PublicKey(hexadecimal: Array(key.utf8).span) else {
                throw .usage(
                    "--key takes the 64 hexadecimal digits of a public key",
                    hints: ["'redo key show' prints it on the device of the agent"])
            }
            source = .given(key)
        } else {
            source = isPrinted ? .printed : .kept
        }
    }

    func run(
        by writing: WritingRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        try context.refuseAgents()
        let (repository, names, own) = try context.openForSharing()
        var known = names.authors.agents.key(named: name.text)
        if known == nil { known = try leftKey(context) }
        var secret = try newKey(unless: known)
        guard let key = secret?.publicKey ?? given ?? known else { return .no }
        try check(key, known, names, own)
        let principal = names.people.principal(of: UserID(key))
        var plans: [SharePlan] = []
        var logs: [ShareTargets] = []
        for category in categories {
            let targets = try ShareTargets(.category(category, withTasks: true), repository)
            let free = targets.filed.filter {
                $0.mayBeShared(by: own) && $0.access.permission(of: principal) != permission
                    && $0.access.owner != principal
            }
            for target in targets.named + free {
                plans.append(
                    try SharePlan(target, with: [principal], as: permission, by: own, names))
            }
            logs.append(targets)
        }
        let isDry = writing.isDryRun
        // The key lasts before anything is shared with it; without permissions it can do nothing here.
        if !isDry {
            if case .kept = source { try secret?.keep(in: context.home.keyDirectory(of: name)) }
            try enter(key, context)
        }
        let log = logs.count == 1 ? logs[0].log : try repository.wholeLog()
        try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            for plan in plans where !plan.isEmpty { try plan.write(&writer) }
        }
        try report(plans, key, secret, names, isDry: isDry, &context)
        let lines = try context.offerClosing(repository, by: writing, isAsking: true)
        for line in lines { context.note(line) }
        if plans.contains(where: { !$0.isEmpty }) { context.noteReaders(of: repository) }
        return .done
    }

    private var given: PublicKey? {
        if case .given(let key) = source { key } else { nil }
    }

    /// The key that an addition has left that did not come to its end; nil if there is none.
    private func leftKey(_ context: borrowing CommandContext) throws(RedoError) -> PublicKey? {
        guard case .kept = source else { return nil }
        let keys = KeyDirectory(path: try context.home.keyDirectory(of: name))
        guard let user = try keys.users().first else { return nil }
        return try keys.load(user).publicKey
    }

    /// A new key; nil for one that is given, and for an agent that is here, which gets further categories.
    private func newKey(unless known: PublicKey?) throws(RedoError) -> NewKey? {
        switch source {
        case .given: return nil
        case .kept: return known == nil ? NewKey() : nil
        case .printed:
            guard known == nil else {
                throw RedoError(
                    .keyNotSaved, "there is an agent '\(name.text)' already", status: .no,
                    hints: ["choose another name: a key that was printed is not kept"])
            }
            return NewKey()
        }
    }

    /// Checks that a key can be the agent's: it is not another agent's, and belongs to no person.
    private func check(
        _ key: PublicKey, _ known: PublicKey?, _ names: PersonNames, _ own: Principal
    ) throws(RedoError) {
        if let known, known != key {
            throw RedoError(
                .keyNotSaved,
                "the agent '\(name.text)' has another key: \(known.hexadecimal)", status: .no,
                hints: ["choose another name: what a name means is not changed"])
        }
        let other = names.authors.agents.entries.first { $0.key == key && $0.name != name }
        if let other {
            throw RedoError(
                .keyNotSaved, "the key is that of the agent '\(other.name.text)'", status: .no)
        }
        // A device may do all that its person may, whatever is shared with it.
        let principal = names.people.principal(of: UserID(key))
        if case .person = principal {
            throw RedoError(
                .permissionDenied,
                "the key is a device of \(names.text(of: principal)): an agent has a key of its own",
                status: .no)
        }
        guard principal != own else {
            throw RedoError(
                .permissionDenied, "the key is your own: an agent has a key of its own",
                status: .no)
        }
    }

    /// Writes the name into the user's configuration.
    private func enter(
        _ key: PublicKey, _ context: borrowing CommandContext
    ) throws(RedoError) {
        guard let entry = AgentNames.configurationName(of: name) else { return }
        try context.home.configurationFile().change { configuration in
            configuration.set(entry, to: key.hexadecimal)
        }
    }

    private func report(
        _ plans: [SharePlan], _ key: PublicKey, _ secret: NewKey?, _ names: PersonNames,
        isDry: Bool,
        _ context: inout CommandContext
    ) throws(RedoError) {
        let verb = isDry ? "would add" : "added"
        var text = "\(verb) the agent \(name.text): key \(key.hexadecimal)\n"
        let filed = plans.filter {
            if case .task = $0.target.subject { !$0.isEmpty } else { false }
        }
        for plan in plans {
            if case .category = plan.target.subject { text += plan.text(names, isDry: isDry) }
        }
        if !filed.isEmpty {
            text += "\(isDry ? "would share" : "shared") \(counted(filed.count, "task")) in it\n"
        }
        guard case .printed = source, !isDry else {
            try context.print(text)
            if case .kept = source, !isDry {
                context.complain(hints: [
                    "'\(AgentName.variable)=\(name.text) redo …' writes as the agent"
                ])
            }
            if categories.isEmpty, !isDry {
                context.complain(hints: [
                    "'redo agent add \(name.text) --category NAME' shares a category with it"
                ])
            }
            return
        }
        context.complain(text)
        context.complain(hints: [
            "the key is printed once: 'redo key import' reads it where the agent runs"
        ])
        if let secret { try context.print(secret.text) }
    }
}

/// A key that was just made: its public half, and the file that has both, unsealed, since no one types a passphrase
/// for a program.
private struct NewKey {
    let publicKey: PublicKey
    private(set) var text: [UInt8]

    init() {
        let key = SigningKey.random()
        publicKey = key.publicKey
        text = KeyFile.text(key)
    }

    /// Saves the file in a directory, and wipes the text.
    mutating func keep(in directory: String) throws(RedoError) {
        try KeyDirectory(path: directory)
            .save(&text, for: UserID(publicKey).description, replacing: false)
    }
}
