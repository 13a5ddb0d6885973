import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// The result of stage 1 for a node of an input, without the node.
package struct InputNode: Sendable {
    fileprivate let index: Int
    fileprivate let outcome: Result<Candidate, Rejection>
    /// The author that an unsigned node names.
    fileprivate let unprovedAuthor: UserID?

    /// - Parameters:
    ///   - index: of the node in the input.
    ///   - rule: what is demanded of its signature.
    package init(
        _ text: [UInt8], _ index: Int, _ rule: NodeValidator.SignatureRule,
        _ validator: borrowing NodeValidator
    ) {
        self.index = index
        do throws(Rejection) {
            let node = try validator.read(text, signature: rule)
            outcome = .success(Candidate(node, index: index))
            unprovedAuthor = node.isSigned ? nil : node.author.userID
        } catch {
            outcome = .failure(error)
            unprovedAuthor = nil
        }
    }
}

/// The nodes of an input: those that passed, and why others did not. The nodes themselves are not kept.
package struct InputNodes {
    /// In the order of the input.
    package private(set) var candidates: [Candidate] = []
    /// By places in the input.
    package private(set) var rejections: [Int: Rejection] = [:]
    private var authors: [Int: UserID] = [:]

    package init(capacity: Int) { candidates.reserveCapacity(capacity) }

    /// Appends the next nodes of the input.
    package static func += (nodes: inout InputNodes, next: [InputNode]) {
        for node in next {
            switch node.outcome {
            case .success(let candidate): nodes.candidates.append(candidate)
            case .failure(let rejection): nodes.rejections[node.index] = rejection
            }
            if let author = node.unprovedAuthor { nodes.authors[node.index] = author }
        }
    }

    /// The nodes without signatures.
    package var unsigned: [Candidate] { authors.isEmpty ? [] : candidates.filter { !$0.isSigned } }

    /// Refuses nodes without signatures.
    ///
    /// - Parameter reason: why a node of an author is refused; nil if it is not.
    package mutating func refuse(_ reason: (NodeID, UserID) -> Rejection?) {
        candidates.removeAll { candidate in
            guard let author = authors[candidate.number],
                let rejection = reason(candidate.id, author)
            else { return false }
            rejections[candidate.number] = rejection
            return true
        }
    }

    /// Refuses nodes of some places.
    package mutating func refuse(_ others: [Int: Rejection]) {
        rejections.merge(others) { first, _ in first }
    }
}
