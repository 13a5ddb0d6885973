import Foundation
import Synchronization

extension Array where Element: Sendable {
    /// The results of a closure that runs for all elements at once, a thread each.
    func concurrentMap<Result: Sendable>(
        _ body: @escaping @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
        let group = DispatchGroup()
        for index in indices {
            group.enter()
            Thread.detachNewThread {
                let result = Swift.Result { try body(self[index]) }
                results.withLock { $0[index] = result }
                group.leave()
            }
        }
        group.wait()
        return try results.withLock { results in
            try indices.compactMap { try results[$0]?.get() }
        }
    }
}
