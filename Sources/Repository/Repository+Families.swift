import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// What a family makes of the log.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without a node of the family; O(n) for n nodes otherwise, and
    ///   the family's nodes and the CREATEs and DELETEs of their tasks are read.
    package func family<Reducer: FamilyReducer>(
        _ family: Reducer.Type, _ view: LogView = .effective
    ) throws(RedoError) -> Reducer {
        try answer(view) { (log, ignored) throws(RedoError) in
            guard log.stored.mayHave(Reducer.has) else { return Reducer(.empty) }
            guard let index = log.index, let validation = log.validation(ignoring: ignored),
                let isMember = index.nodes(withAction: Reducer.has)
            else { return nil }
            let selection = FamilyLog.Selection(validation.facts) { isMember[$0] }
            guard let nodes = index.nodes(where: selection.wanted.contains) else { return nil }
            return Reducer(FamilyLog(selection, validation, LoadedNodes(nodes)))
        } whole: { (log) throws(RedoError) in
            Reducer(FamilyLog(log.replay, of: Reducer.self))
        }
    }
}
