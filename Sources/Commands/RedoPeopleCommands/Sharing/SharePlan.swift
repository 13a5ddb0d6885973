import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The nodes that give some principals a permission for a task or category.
///
/// A permission is lowered by an UNSHARE, and a SHARE that has seen it: a SHARE alone would leave it as high for
/// whoever has not seen the lower one.
struct SharePlan {
    let target: ShareTarget
    let permission: Permission
    private(set) var removing: [Principal] = []
    private(set) var granting: [Principal] = []
    /// The principals who have the permission already.
    private(set) var unchanged: [Principal] = []
    /// The owner, where the task or category is closed and no one else is given anything.
    private(set) var closer: Principal?
    /// True if the owner alone was named, and it was closed already.
    private(set) var isClosedAlready = false
    /// The copy that is shared in the place of the task.
    var copy: TaskID?

    /// - Parameters:
    ///   - principals: each once.
    ///   - own: who shares.
    /// - Throws: E_PERMISSION_DENIED if they may not; wrong usage for a grant to another owner, and for lowering the
    ///   user's own permission.
    init(
        _ target: ShareTarget, with principals: [Principal], as permission: Permission,
        by own: Principal, _ names: PersonNames
    ) throws(RedoError) {
        self.target = target
        self.permission = permission
        guard target.mayBeShared(by: own) else { throw target.refusal(of: own, names) }
        var isOwnerNamed = false
        for principal in principals {
            guard principal != target.access.owner else {
                // To share with oneself is to close it: no one else is let in.
                if principal == own {
                    isOwnerNamed = true
                    continue
                }
                throw .usage(
                    "\(target.title) belongs to \(names.text(of: principal)), who has every permission"
                )
            }
            let before = target.access.permission(of: principal)
            if before == permission {
                unchanged.append(principal)
                continue
            }
            if let before, before > permission {
                guard principal != own else {
                    throw .usage(
                        "you cannot lower your own permission",
                        hints: [
                            "'redo unshare \(target.words) --with me' gives it up; the owner can lower it"
                        ])
                }
                removing.append(principal)
            }
            granting.append(principal)
        }
        if isOwnerNamed, granting.isEmpty { close(by: own) }
    }

    /// A task that is closed and shared with no one.
    ///
    /// - Throws: E_PERMISSION_DENIED if another principal owns it.
    init(closing target: ShareTarget, by own: Principal, _ names: PersonNames) throws(RedoError) {
        self.target = target
        permission = .admin
        guard let owner = target.access.owner, owner == own else {
            throw target.refusalToClose(names)
        }
        close(by: own)
    }

    private mutating func close(by own: Principal) {
        if target.access.isClosed { isClosedAlready = true } else { closer = own }
    }

    var isClosing: Bool { closer != nil }

    var isEmpty: Bool { granting.isEmpty && !isClosing }

    /// Creates the nodes.
    func write(_ writer: inout TaskWriter) throws(RedoError) {
        // A SHARE by the owner closes it, and gives the owner nothing.
        let grants: [TaskWriter.Grant] =
            closer.map { [(grantee: $0, permission: .admin)] }
            ?? granting.map { (grantee: $0, permission: permission) }
        switch target.subject {
        case .task(let task):
            try writer.add(unsharesOf: task.id, removing)
            try writer.add(sharesOf: task.id, grants)
        case .category(let category):
            try writer.add(
                sharingOf: category.id, after: category.heads, removing: removing,
                granting: grants)
        }
    }

    /// The changes, as lines.
    func text(_ names: PersonNames, isDry: Bool) -> String {
        var text = ""
        for principal in granting {
            let before = target.access.permission(of: principal).map { ", before \($0.name)" } ?? ""
            text +=
                "\(isDry ? "would share" : "shared") \(target.title) with "
                + "\(names.text(of: principal)) as \(permission.name)\(before)\n"
            // A SHARE does not bring back what it has seen.
            let denied = permission >= .write ? target.deniedCounts[principal] ?? 0 : 0
            if denied > 0 {
                text +=
                    "  \(counted(denied, "earlier change")) of theirs "
                    + "\(denied == 1 ? "has" : "have") no effect, and can be made again: "
                    + "'redo show --history \(target.words)' lists them\n"
            }
        }
        for principal in unchanged {
            text +=
                "unchanged \(target.title): \(names.text(of: principal)) has "
                + "\(permission.name)\n"
        }
        if isClosing {
            text +=
                "\(isDry ? "would close" : "closed") \(target.title): its owner alone can change it, and "
                + "those it is shared with\n"
        }
        if isClosedAlready { text += "unchanged \(target.title): it is closed already\n" }
        if let copy, case .task(let task) = target.subject {
            text +=
                isDry
                ? "would copy it, and archive it\n"
                : "copied it to \(copy), and archived \(task.id)\n"
            text += "  not copied: its history, time spent on it, and what waits for it\n"
        }
        return text
    }

    /// The changes, for programs.
    func json(_ names: PersonNames) -> JSONValue {
        let grants = (granting + unchanged).map { principal -> JSONValue in
            [
                "before": target.access.permission(of: principal).map {
                    .string(JSONString($0.name))
                } ?? .null,
                "grantee": .string(JSONString("\(principal)")),
                "name": names.name(of: principal).map { .string(JSONString($0)) } ?? .null,
                "permission": .string(JSONString(permission.name)),
            ]
        }
        let closed =
            isClosing || isClosedAlready ? [JSONMember("closed", .bool(true))] : []
        let made = copy.map { [JSONMember("copy", .string(JSONString($0.description)))] } ?? []
        return .object(target.members + closed + [JSONMember("grants", .array(grants))] + made)
    }
}
