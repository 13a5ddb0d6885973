import RedoJSON
import RedoModel
import RedoSystem

/// A task with several heads, as `redo merge --dry-run --json` prints it.
struct DivergedTask {
    struct Head {
        let node: String
        let device: String
        let wall: String
        let isOwn: Bool
    }

    /// A field that some head changed.
    struct Field {
        let path: String
        /// The value at each head.
        let values: [JSONValue]
        let merged: JSONValue
        let isConflict: Bool
    }

    let heads: [Head]
    let fields: [Field]

    /// - Parameter line: an object that the command printed.
    /// - Returns: nil for anything else.
    init?(_ line: some Sequence<UInt8>) {
        guard let root = try? JSONDocument(Array(line)).root.value,
            case .array(let heads)? = root["heads"], case .array(let changes)? = root["changes"]
        else { return nil }
        self.heads = heads.map { head in
            Head(
                node: head["node"]?.string?.description ?? "",
                device: head["device"]?.string?.description ?? "",
                wall: head["wall"]?.string?.description ?? "", isOwn: head["isOwn"] == true)
        }
        fields = changes.compactMap { change in
            guard let path = change["path"]?.string, case .array(let values)? = change["values"],
                values.count == heads.count
            else { return nil }
            return Field(
                path: path.description, values: values, merged: change["merged"] ?? .null,
                isConflict: change["isConflict"] == true)
        }
    }

    /// The places of the heads, those that were written here first.
    var order: [Int] {
        heads.indices.filter { heads[$0].isOwn } + heads.indices.filter { !heads[$0].isOwn }
    }
}
