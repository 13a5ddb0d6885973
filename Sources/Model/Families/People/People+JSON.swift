import RedoCrypto
import RedoJSON
import RedoSystem

extension People.Person {
    /// The person in the canonical state.
    package var json: JSONValue {
        [
            "created": .string(JSONString(created.wallText)),
            "devices": .array(devices.map(\.json)), "email": email.map { .string($0) } ?? .null,
            "id": .string(JSONString(id.description)), "name": .string(name),
            "recovery": .string(JSONString(recovery.hexadecimal)),
        ]
    }
}

extension People.Device {
    /// The device in the canonical state.
    package var json: JSONValue {
        [
            "added": .string(JSONString(added.wallText)),
            "key": .string(JSONString(key.hexadecimal)), "name": name.map { .string($0) } ?? .null,
            "revoked": revoked.map { .string(JSONString($0.wallText)) } ?? .null,
        ]
    }
}
