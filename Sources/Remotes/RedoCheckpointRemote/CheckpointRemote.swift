import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoSystem

/// A kind of remote that is nothing but checkpoints: a folder, or a store that a helper reaches.
protocol CheckpointRemote: RemoteExchange {
    associatedtype Storage: CheckpointStorage

    var exchange: CheckpointExchange<Storage> { get set }
}

extension CheckpointRemote {
    package static var takesClaims: Bool { true }

    package var arrived: [NodeID] { exchange.arrived }
    package var sentCount: Int { exchange.sentCount }
    package var isRestoring: Bool {
        get { exchange.isRestoring }
        set { exchange.isRestoring = newValue }
    }

    package mutating func fetch(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.fetch(&context)
    }

    package mutating func clone(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.clone(&context)
    }

    package mutating func push(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.push(&context)
    }

    package mutating func members(
        _ request: MemberRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus { try exchange.members(request, &context) }

    package mutating func verify(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.verify(&context)
    }

    package mutating func accept(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.accept(&context)
    }

    package mutating func compact(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.compact(&context)
    }
}
