import RedoJSON

/// The members of a node's object, by name.
struct EnvelopeMembers {
    private(set) var id: JSONElement?
    private(set) var version: JSONElement?
    private(set) var parents: JSONElement?
    private(set) var timestamp: JSONElement?
    private(set) var author: JSONElement?
    private(set) var action: JSONElement?
    private(set) var taskID: JSONElement?
    private(set) var data: JSONElement?
    private(set) var signature: JSONElement?
    private(set) var accessList: JSONElement?
    /// The first member that a node does not have.
    private(set) var unknown: JSONString?

    init(_ object: JSONElement) {
        for member in object.members {
            let value = member.value
            if member.isNamed("id") {
                id = value
            } else if member.isNamed("version") {
                version = value
            } else if member.isNamed("parents") {
                parents = value
            } else if member.isNamed("timestamp") {
                timestamp = value
            } else if member.isNamed("author") {
                author = value
            } else if member.isNamed("action") {
                action = value
            } else if member.isNamed("taskId") {
                taskID = value
            } else if member.isNamed("data") {
                data = value
            } else if member.isNamed("signature") {
                signature = value
            } else if member.isNamed("accessList") {
                accessList = value
            } else if !member.isNamed("createdAt"), unknown == nil {
                unknown = member.name
            }
        }
    }
}
