/// What came from a machine as a whole, before it is looked at.
package struct MachineReply: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// What was asked for: status 200, or a command that ended with 0.
        case answer
        /// No more can be taken in: status 422, or a command that ended with 42.
        case horizon
    }

    package let kind: Kind
    package let bytes: [UInt8]

    /// The status of a command that stands for 422 over HTTP.
    package static let horizonExit: Int32 = 42

    package init(_ kind: Kind, _ bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
