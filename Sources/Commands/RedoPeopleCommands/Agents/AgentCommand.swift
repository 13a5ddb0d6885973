import RedoCommandLine
import RedoCommandParts
import RedoCrypto
import RedoModel
import RedoRepository
import RedoSystem

/// `redo agent`: gives programs keys of their own, and shows and ends what they may do.
package struct AgentCommand: ParsableCommand {
    private static let category = OptionSpecification.value(
        "category", takes: .category, isRepeatable: true,
        "add: share this category with the agent, and what comes into it")
    private static let permission = OptionSpecification.value(
        "as", takes: "permission", oneOf: [Permission.read, .write].map(\.name),
        "add: the permission: read or write, which is the default")
    private static let key = OptionSpecification.value(
        "key", takes: "hex", "add: use this public key, which was made where the agent runs")
    private static let prints = OptionSpecification.flag(
        "print", "add: print the new key once, and do not keep it")
    private static let dryRun = OptionSpecification.dryRun(
        "add and revoke: print what would be done, and write nothing")
    private static let json = OptionSpecification.flag(
        "json", "list and show: print a JSON object for each agent")

    package static let specification = CommandSpecification(
        "agent", "Give programs keys of their own; list, show and revoke them",
        operands: [
            .optional("list"), ["add", .value("name")], ["show", .value("name")],
            ["revoke", .value("name")],
        ], operandCount: 0...2,
        options: [category, permission, key, prints, dryRun, json] + IDListing.options,
        constraints: [
            .exclusive([key, prints]), .needs(permission, anyOf: [category]),
        ] + IDListing.constraints(json),
        effect: .readsAs(["list", "show", nil]),
        statuses: .writing(no: "you may not share a category, or the agent has no permission"))

    private enum Form {
        case list(IDListing.Form)
        case add(AgentAddition)
        case show(String, isJSON: Bool)
        case revoke(String)
    }

    private let form: Form
    private let writing: WritingRequest

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        let word = operands.first ?? "list"
        let ofAdd = [Self.category, Self.permission, Self.key, Self.prints]
        if word != "add" { try arguments.refuse(ofAdd, by: "agent \(word)") }
        if !["add", "revoke"].contains(word) {
            try arguments.refuse([Self.dryRun], by: "agent \(word)")
        } else {
            try arguments.refuse([Self.json], by: "agent \(word)")
        }
        if word != "list" { try arguments.refuse(IDListing.options, by: "agent \(word)") }
        writing = try WritingRequest(arguments)
        switch (word, operands.count) {
        case ("list", 0...1): form = .list(IDListing.Form(arguments, json: Self.json))
        case ("add", 2):
            form = .add(
                try AgentAddition(
                    name: AgentName(operands[1]), categories: arguments.values(Self.category),
                    permission: arguments.value(Self.permission), key: arguments.value(Self.key),
                    isPrinted: arguments.has(Self.prints)))
        case ("show", 2): form = .show(operands[1], isJSON: arguments.has(Self.json))
        case ("revoke", 2): form = .revoke(operands[1])
        case ("add", _), ("show", _), ("revoke", _):
            throw .usage("agent \(word) takes the name of an agent")
        case ("list", _): throw .usage("unexpected argument '\(operands[1])'")
        default: throw .usage("agent takes list, add, show or revoke, not '\(word)'")
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .list(let form): try AgentReport.list(form, &context)
        case .add(let addition):
            try addition.run(by: writing, &context)
        case .show(let name, let isJSON): try AgentReport.show(name, isJSON: isJSON, &context)
        case .revoke(let name): try AgentRevocation(name).run(by: writing, &context)
        }
    }
}

extension AgentNames {
    /// The agent of a name.
    ///
    /// - Throws: NAME_001 if there is none.
    func entry(named name: String) throws(RedoError) -> Entry {
        guard let entry = entries.first(where: { $0.name.text == name }) else {
            throw RedoError(
                .unknownName, "there is no agent '\(name.printable)'",
                hints: ["'redo agent list' shows the agents of this user"])
        }
        return entry
    }
}

extension CommandContext {
    /// Refuses a command about agents or keys that an agent gives: it would change what its owner and itself sign with.
    ///
    /// - Throws: E_PERMISSION_DENIED.
    func refuseAgents() throws(RedoError) {
        guard let agent = try home.agent() else { return }
        throw RedoError(
            .permissionDenied,
            "'\(agent.text)' is an agent: only its owner changes keys and agents",
            status: .no)
    }
}
