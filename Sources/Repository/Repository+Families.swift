import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// What a family makes of the log.
    ///
    /// - Parameter view: which nodes have an effect beside those that the family says.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without a node of the family; O(n) for n nodes otherwise, and
    ///   the nodes of the family, of people and sharing, and the CREATEs and DELETEs of their tasks are read.
    package func family<Reducer: FamilyReducer>(
        _ family: Reducer.Type, _ view: LogView = .effective
    ) throws(RedoError) -> Reducer {
        try answer(view) { (log, rule) throws(RedoError) in
            guard log.stored.mayHave(Reducer.has) else { return Reducer(.empty) }
            return log.log(of: family, rule).map { Reducer($0) }
        } whole: { (log) throws(RedoError) in
            Reducer(log.replay.log(of: family))
        }
    }

    /// The void nodes of the log.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without nodes of people and sharing; see ``Authority``.
    package func voids() throws(RedoError) -> VoidNodes {
        try answer(.authorized) { (log, _) throws(RedoError) in
            log.voids
        } whole: { (log) throws(RedoError) in
            log.replay.voids
        }
    }

    /// The persons of the log.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without persons; O(n) for n nodes otherwise, by columns.
    package func people() throws(RedoError) -> People {
        try answer(.authorized) { (log, _) throws(RedoError) in
            log.stored.mayHave(People.has) ? log.people : People.none
        } whole: { (log) throws(RedoError) in
            log.replay.authority.people
        }
    }

    /// The void nodes of the family `effective`.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func voidTaskNodes() throws(RedoError) -> [VoidNode] {
        try answer(.authorized) { (log, _) throws(RedoError) in
            guard let index = log.index, let authority = log.authority else { return nil }
            return authority.voidNodes { index.id(of: $0) }
        } whole: { (log) throws(RedoError) in
            log.replay.authority.voidNodes { log.nodes[$0].id }
        }
    }
}
