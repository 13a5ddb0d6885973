import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// A new task, as a chain of nodes each of which follows the one before.
package struct NewTaskChain: Sendable {
    package let task: TaskID
    package let steps: [Step]

    /// A node of the chain.
    package struct Step: Sendable {
        package let action: Action
        package let fields: [JSONMember]

        package init(_ action: Action, _ fields: [JSONMember]) {
            self.action = action
            self.fields = fields
        }
    }

    package init(_ task: TaskID, _ steps: [Step]) {
        self.task = task
        self.steps = steps
    }
}

extension TaskWriter {
    /// Creates new tasks in the fields dialect, on all processors, since a signature takes 45 µs.
    ///
    /// - Parameters:
    ///   - count: the number of tasks.
    ///   - chain: a task, by its index, and the ids of its further things.
    /// - Returns: for each task nil, or why none of its nodes was made.
    package mutating func add(
        newTasks count: Int, _ chain: @Sendable (Int, NewIDs) -> NewTaskChain
    ) -> [RedoError?] {
        let signer = isSigning ? identity.signer : nil
        let (author, wall, ids) = (identity.author, now, newIDs)
        let outcomes: [(task: TaskID, nodes: Result<[Node], RedoError>)] =
            Parallel.map(count: count) { range in
                let validator = NodeValidator()
                return range.map { index in
                    let chain = chain(index, ids)
                    let nodes = Result { () throws(RedoError) in
                        try Self.nodes(of: chain, author, wall, signer, validator)
                    }
                    return (chain.task, nodes)
                }
            }
        var errors: [RedoError?] = []
        errors.reserveCapacity(count)
        for (task, outcome) in outcomes {
            switch outcome {
            case .success(let nodes):
                take(nodes, of: task)
                errors.append(nil)
            case .failure(let error): errors.append(error)
            }
        }
        return errors
    }

    private static func nodes(
        of chain: NewTaskChain, _ author: Author, _ wall: Instant, _ signer: Signer?,
        _ validator: borrowing NodeValidator
    ) throws(RedoError) -> [Node] {
        var nodes: [Node] = []
        for step in chain.steps {
            let draft = NodeDraft(
                action: step.action, taskID: chain.task,
                parents: nodes.last.map { [$0.id] } ?? [],
                timestamp: Timestamp(lamport: nodes.count + 1, wall: wall), author: author,
                dialect: .fields, fields: step.fields)
            do throws(SigningFailure) {
                nodes.append(try node(draft, signer, validator))
            } catch {
                throw RedoError(error)
            }
        }
        return nodes
    }
}
