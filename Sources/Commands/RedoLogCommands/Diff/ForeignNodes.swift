import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The nodes of a state that is not in the store: those of a file, or of another store.
struct ForeignNodes {
    /// In replay order.
    let nodes: [Node]

    /// Reads the nodes of a file that `redo export` wrote. What is not valid is left out, with a warning.
    ///
    /// - Parameter log: has the parents that the file lacks.
    /// - Throws: STORAGE_001 if the file cannot be read, E_SCHEMA_MISMATCH for an array that is cut off.
    init(
        ofFile path: String, beside log: Log, _ store: Store, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let input = context.input(path)
        let text = try input.mapped(in: store)
        try context.refuseCompressed(text.bytes, of: input.path)
        let ranges: [Range<Int>]
        do throws(JSONError) {
            ranges = try JSONSequence.ranges(in: text.bytes) { _ in }
        } catch {
            throw RedoError(
                .schemaMismatch, "\(input.name) is not a JSON array of nodes: \(error)")
        }
        let read = Parallel.map(count: ranges.count) { part -> [Node?] in
            let validator = NodeValidator()
            return ranges[part].map { range in
                try? validator.read(text.bytes.extracting(range).array, signature: .ifPresent)
            }
        }
        let graph = log.replay.validation.graph
        let checked = Snapshot(checking: read.compactMap(\.self)) { id in
            graph.number(of: id).map { log.nodes[$0] }
        }
        let invalid = read.count { $0 == nil } + checked.refused.count
        if invalid > 0 {
            context.warn(
                .validationFailed,
                "\(input.name): \(counted(invalid, "node")) left out, which an import would refuse; 'redo verify "
                    + "--nodes' lists those that are invalid by themselves")
        }
        nodes = checked.nodes
    }

    /// Reads the nodes of another store.
    ///
    /// - Throws: STORAGE_001 if there is none or it must not be used.
    init(
        ofStore path: String, _ context: borrowing CommandContext
    ) throws(RedoError) {
        let directory = Path.join(try context.currentDirectory(), path)
        let inside = Path.join(directory, StoreLocation.directoryName)
        let location = StoreLocation(
            path: Files.isDirectory(inside) ? inside : directory, origin: .named)
        let store = try context.openStore(at: location)
        nodes = try context.repository(store, startsSync: false).wholeLog(.whole).nodes
    }
}
