import RedoCrypto
import RedoJSON
import RedoModel
import SampleNodes

extension FuzzTarget {
    /// Stage 1 of validation, of a text as it is, with the id that it hashes to, and signed.
    static let node = FuzzTarget("node", upTo: 4096, seeds: Seeds.nodes) { bytes in
        let validator = NodeValidator()
        if let node = try? validator.read(bytes, signature: .ifPresent) {
            try check(node, validator)
        }
        guard let members = members(of: bytes) else { return }
        let body = members.filter { $0.name != "id" && $0.name != "signature" }
        let text = validator.completed(CanonicalJSON.bytes(.object(body)))
        if let node = try? validator.read(text, signature: .ifPresent) {
            try require(!node.isSigned, "a signature from nowhere")
            try check(node, validator)
        }
        guard let signed = try? validator.sign(bytes, with: Signer(Sample.key())) else { return }
        try check(signed, validator)
        let crossed = try demand("what was signed is refused") {
            try validator.readCanonical(signed.canonicalBytes, signature: .required)
        }
        try require(crossed.id == signed.id, "a signature changes the id")
    }

    private static func members(of bytes: [UInt8]) -> [JSONMember]? {
        guard let root = (try? JSONDocument(bytes))?.root, case .object(let members) = root.value
        else { return nil }
        return members
    }

    /// A node that passed is the same when its canonical bytes are read.
    private static func check(_ node: Node, _ validator: borrowing NodeValidator) throws {
        let line = node.canonicalBytes
        let again: Node
        do {
            again = try validator.readCanonical(line, signature: .ifPresent)
        } catch {
            throw BrokenProperty(description: "canonical bytes are refused: \(error)")
        }
        let id: NodeID
        do {
            id = try validator.identify(line)
        } catch {
            throw BrokenProperty(description: "a node has no id: \(error)")
        }
        try require(again.id == node.id && id == node.id, "the id differs")
        try require(again.position == node.position, "the position differs")
        try require(again.parents == node.parents, "the parents differ")
        try require(again.action == node.action, "the action differs")
        try require(again.subject == node.subject, "the subject differs")
        try require(
            Replay([node]).foldState().canonicalBytes == Replay([again]).foldState().canonicalBytes,
            "the state differs")
    }
}
