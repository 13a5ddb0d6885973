import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo shares`: shows who may do what with tasks and categories.
package struct SharesCommand: ParsableCommand {
    private static let all = OptionSpecification.flag(
        "all", letter: "a", "also those who were removed, and tasks that are shared with no one")

    private static let withMe = OptionSpecification.flag(
        "with-me", "what others share with you, with your right, and what they took back")

    package static let specification = CommandSpecification(
        "shares", "Show who may read, change and share tasks and categories",
        operands: [
            .optional(.repeated(.value(.task))), .option(ShareTargets.category), .option(withMe),
        ],
        options: [ShareTargets.category, all, withMe, ShareTargets.json],
        constraints: [.excludes(withMe, [ShareTargets.category, all])], readsNames: true,
        effect: .reads)

    /// Nil for everything that is shared.
    private let request: ShareTargets.Request?
    private let isAll: Bool
    private let isWithMe: Bool
    private let isJSON: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        let request = try ShareTargets.Request(arguments)
        if case .tasks([]) = request { self.request = nil } else { self.request = request }
        isAll = arguments.has(Self.all)
        isWithMe = arguments.has(Self.withMe)
        if isWithMe, let operand = arguments.operands.first {
            throw .usage("--with-me takes no tasks: unexpected argument '\(operand)'")
        }
        isJSON = arguments.has(ShareTargets.json)
    }

    /// A request for everything that is shared now.
    init(ofAllThatIsSharedAsJSON isJSON: Bool) {
        request = nil
        isAll = false
        isWithMe = false
        self.isJSON = isJSON
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let names = try context.personNames(repository)
        if isWithMe { return try listSharedWithMe(repository, names, &context) }
        let targets =
            if let request {
                try ShareTargets(request, repository).named
            } else { try Self.sharedTargets(repository, isAll: isAll) }
        if isJSON {
            for target in targets {
                let listing = AccessListing(target, names, isAll: isAll)
                try context.printLine(CanonicalJSON.bytes(listing.json))
            }
            return .done
        }
        if targets.isEmpty { try context.print("nothing is shared\n") }
        for (index, target) in targets.enumerated() {
            let listing = AccessListing(target, names, isAll: isAll)
            try context.print((index > 0 ? "\n" : "") + listing.text(context))
        }
        return .done
    }

    /// Lists what others share with the user, and what they took back.
    private func listSharedWithMe(
        _ repository: Repository, _ names: PersonNames, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        guard let own = names.ownPrincipal else {
            throw RedoError(
                .keyNotLoaded, "nothing can be shared with you without a key",
                hints: ["'redo keygen' creates one"])
        }
        let listings = try Self.sharedTargets(repository, isAll: true)
            .filter { $0.access.entries.contains { $0.principal == own } }
            .map { AccessListing($0, names, isAll: true, only: own) }
        if isJSON {
            for listing in listings { try context.printLine(CanonicalJSON.bytes(listing.json)) }
            return .done
        }
        if listings.isEmpty { try context.print("nothing is shared with you\n") }
        for listing in listings { try context.print(listing.lineForGrantee) }
        return .done
    }

    /// The categories and tasks that are shared.
    ///
    /// - Parameter isAll: whether all from whom everything was taken back are among them.
    static func sharedTargets(
        _ repository: Repository, isAll: Bool
    ) throws(RedoError) -> [ShareTarget] {
        let log = try repository.sharedLog()
        let organisation = try repository.family(Organisation.self)
        let categories = organisation.categories.map { ShareTarget($0, in: log) }
        let shared = Set(log.authority.sharedTasks)
        let tasks =
            shared.isEmpty
            ? []
            : try repository.tasks().state.tasks.filter { shared.contains($0.id) }
                .map { ShareTarget($0, in: log) }
        return (categories + tasks).filter {
            isAll ? $0.access.isShared : !$0.access.grants.isEmpty
        }
    }
}

/// The permissions for a task or category, for people and programs.
struct AccessListing {
    private let target: ShareTarget
    private let names: PersonNames
    private let entries: [SharedAccess.Entry]

    /// - Parameters:
    ///   - isAll: whether those who were removed are among them.
    ///   - only: the only principal that is listed; nil for all.
    init(_ target: ShareTarget, _ names: PersonNames, isAll: Bool, only: Principal? = nil) {
        self.target = target
        self.names = names
        entries = target.access.entries
            .filter { isAll || $0.permission != nil }
            .filter { only == nil || $0.principal == only }
            .sorted { ($0.permission?.rawValue ?? -1) > ($1.permission?.rawValue ?? -1) }
    }

    /// The title, and beneath it a line for each.
    func text(_ context: borrowing CommandContext) -> String {
        var lines = [context.styled(target.title, .bold)]
        let owner =
            target.access.owner.map { names.text(of: $0) } ?? "no one: no CREATE of it is here"
        lines.append("  owner    \(owner)")
        for entry in entries {
            let word = entry.permission?.name ?? "removed"
            var line = "  \(word)\(String(repeating: " ", count: 9 - word.utf8.count))"
            line += names.text(of: entry.principal)
            if let user = entry.user { line += ", with the key \(names.authors.digits(of: user))" }
            if let node = deciding(entry) {
                line += ", by \(names.text(of: names.people.principal(of: node.author)))"
                line += ", since \(localText(node.timestamp.wall))"
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A line for each permission, which begins with it: `write    Buy milk, by Ana, since 2026-01-02 10:00`.
    var lineForGrantee: String {
        entries.map { entry in
            let word = (entry.permission?.name ?? "removed").padded(toColumns: 9)
            var line = "\(word)\(target.title)"
            if let user = entry.user { line += ", with the key \(names.authors.digits(of: user))" }
            if let node = deciding(entry) {
                line += ", by \(names.text(of: names.people.principal(of: node.author)))"
                line += ", since \(localText(node.timestamp.wall))"
            }
            return line + "\n"
        }.joined()
    }

    /// The last of the nodes that decide.
    private func deciding(_ entry: SharedAccess.Entry) -> Node? {
        entry.decidedBy.last.flatMap(target.node)
    }

    var json: JSONValue {
        let owner = target.access.owner.map { owner -> JSONValue in
            ["name": name(owner), "principal": text("\(owner)")]
        }
        let grants = entries.map { entry -> JSONValue in
            let node = deciding(entry)
            return [
                "by": node.map { text("\(names.people.principal(of: $0.author))") } ?? .null,
                "grantee": text("\(entry.principal)"), "name": name(entry.principal),
                "node": node.map { text("\($0.id)") } ?? .null,
                "permission": entry.permission.map { text($0.name) } ?? .null,
                "since": node.map { text($0.timestamp.wall.wallText) } ?? .null,
                "userId": entry.user.map { text("\($0)") } ?? .null,
            ]
        }
        return .object(
            target.members + [
                JSONMember("owner", owner ?? .null), JSONMember("grants", .array(grants)),
            ])
    }

    private func text(_ text: String) -> JSONValue { .string(JSONString(text)) }

    private func name(_ principal: Principal) -> JSONValue {
        names.name(of: principal).map { text($0) } ?? .null
    }
}
