import RedoSystem

/// A node that did not pass.
package struct Rejection: Error, Equatable, Sendable {
    package let code: ErrorCode
    /// The mistake, for people: "priority is not an integer from 1 to 5".
    package let detail: String
    /// The id in the node, if it is well formed.
    package let id: NodeID?

    package init(_ code: ErrorCode, _ detail: String, id: NodeID? = nil) {
        self.code = code
        self.detail = detail
        self.id = id
    }
}

extension Rejection: CustomStringConvertible {
    package var description: String { "\(detail) (\(code))" }
}

extension RedoError {
    /// The error of a rejected node.
    ///
    /// - Parameter source: the file of the node.
    package init(_ rejection: Rejection, in source: String? = nil) {
        let location = source.map { ", in \($0)" } ?? ""
        self.init(rejection.code, rejection.detail + location)
    }
}
