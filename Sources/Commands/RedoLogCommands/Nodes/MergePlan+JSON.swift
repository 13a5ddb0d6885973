import RedoJSON
import RedoModel
import RedoRepository

extension MergePlan {
    /// What a MERGE would do, for programs:
    ///
    /// ```
    /// {"base":"sha256:…","changes":[{"base":3,"changedBy":[1],"isConflict":false,"merged":5,
    ///  "path":"priority","values":[3,5]}],"heads":[{"device":"laptop","isOwn":true,"node":"sha256:…",
    ///  "user":"…","wall":"2025-…"}],"task":"…"}
    /// ```
    ///
    /// A value that is absent is null.
    ///
    /// - Parameter author: whose heads are marked as their own: those of the same user and device.
    func json(of task: TaskID, by author: Author) -> [UInt8] {
        func text(_ value: some CustomStringConvertible) -> JSONValue {
            .string(JSONString(value.description))
        }
        let heads = heads.map { head -> JSONValue in
            [
                "device": .string(head.author.deviceID),
                "isOwn": .bool(
                    head.author.userID == author.userID
                        && head.author.deviceID == author.deviceID),
                "node": text(head.id), "user": text(head.author.userID),
                "wall": text(head.timestamp.wall.wallText),
            ]
        }
        let changes = changes.map { change -> JSONValue in
            [
                "base": change.base ?? .null,
                "changedBy": .array(change.changedBy.map { .number(Double($0)) }),
                "isConflict": .bool(change.isConflict), "merged": change.merged ?? .null,
                "path": text(change.member.path),
                "values": .array(change.values.map { $0 ?? .null }),
            ]
        }
        return CanonicalJSON.bytes([
            "base": base.map { text($0.id) } ?? .null, "changes": .array(changes),
            "heads": .array(heads), "task": text(task),
        ])
    }
}
