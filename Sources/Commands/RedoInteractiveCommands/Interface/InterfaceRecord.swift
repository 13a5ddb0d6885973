import RedoCommandLine
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// What `redo ui` shows again at its next start: the tab, and of each tab the filter and the selection.
///
/// ```json
/// {"positions":{"tasks":{"query":"tag:home","row":3,"task":"29df12f5-…"}},"tab":"agenda"}
/// ```
struct InterfaceRecord: Equatable {
    /// The last position in the first page of a tab.
    struct Position: Equatable {
        /// The filter; nil for a page without one.
        var query: String?
        /// The selected task; nil where something else is selected.
        var task: TaskID?
        /// The selected row.
        var row: Int
    }

    let tab: InterfaceTab
    let positions: [InterfaceTab: Position]

    init(tab: InterfaceTab, positions: [InterfaceTab: Position]) {
        self.tab = tab
        self.positions = positions
    }

    /// - Parameter bytes: what ``bytes`` was.
    /// - Returns: nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes).root.value,
            let tab = root["tab"]?.string.flatMap({ InterfaceTab(rawValue: $0.description) })
        else { return nil }
        var positions: [InterfaceTab: Position] = [:]
        if case .object(let members)? = root["positions"] {
            for member in members {
                guard let tab = InterfaceTab(rawValue: member.name.description) else { continue }
                positions[tab] = Position(
                    query: member.value["query"]?.string?.description,
                    task: member.value["task"]?.string.flatMap { TaskID($0.description) },
                    row: member.value["row"]?.integer ?? 0)
            }
        }
        self.init(tab: tab, positions: positions)
    }

    var bytes: [UInt8] {
        let members = positions.map { tab, position in
            var members = [JSONMember("row", .number(Double(position.row)))]
            if let query = position.query {
                members.append(JSONMember("query", .string(JSONString(query))))
            }
            if let task = position.task {
                members.append(JSONMember("task", .string(JSONString(task.description))))
            }
            return JSONMember(JSONString(tab.rawValue), .object(members))
        }
        return CanonicalJSON.bytes(
            .object([
                JSONMember("positions", .object(members)),
                JSONMember("tab", .string(JSONString(tab.rawValue))),
            ]))
    }
}

extension UserInterface {
    /// Where the interface was left, for the next start.
    var record: InterfaceRecord {
        var positions: [InterfaceTab: InterfaceRecord.Position] = [:]
        for tab in tabs { positions[tab.kind] = tab.position }
        return InterfaceRecord(tab: tabs[current].kind, positions: positions)
    }

    /// Shows what the store remembers of the last session; nothing happens if it remembers none.
    mutating func restore() {
        let cache = interfaceCache
        guard let (file, start) = try? cache.read(),
            let record = InterfaceRecord(file.bytes.extracting(start...).array)
        else { return }
        restore(record)
    }

    /// Notes in the store where the interface was left. Fails silently: the next start begins with the first tab.
    func keepRecord() {
        do throws(SystemError) { try interfaceCache.write(record.bytes) } catch {}
    }

    private var interfaceCache: CacheFile {
        source.board.repository.store.interfaceCache(version: Version.text)
    }
}
