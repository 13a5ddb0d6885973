/// A complete answer of a machine, before it is interpreted.
package struct MachineReply: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// The requested text: status 200, or a command that ended with 0.
        case answer
        /// The machine's context is full: status 422, or a command that ended with 42.
        case horizon
    }

    package let kind: Kind
    package let bytes: [UInt8]

    /// The exit status of a command that corresponds to HTTP status 422.
    package static let horizonExit: Int32 = 42

    package init(_ kind: Kind, _ bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
