import RedoJSON
import RedoModel
import SampleNodes

@testable import RedoGit

/// What commits are made of.
enum SampleCommit {
    /// An object's name that is easy to tell from others.
    static func id(_ number: UInt8) -> GitObjectID {
        GitObjectID(bytes: [UInt8](repeating: number, count: 20).span)
    }

    /// An unsigned CREATE without a task, by an author of this name on this device.
    static func node(
        name: String?, device: String = "phone", title: String = "Water"
    ) throws -> Node {
        let author = Author(
            userID: Sample.author.userID, deviceID: JSONString(device),
            name: name.map { JSONString($0) })
        return try Sample.draft(
            .create, .fields, task: nil, author: author,
            fields: ["title": .string(JSONString(title))]
        ).unsignedNode(validator: NodeValidator())
    }
}

extension GitObjectID {
    init?(_ hexadecimal: String) { self.init(hexadecimal: Array(hexadecimal.utf8).span) }
}
