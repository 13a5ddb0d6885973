import RedoCommandParts
import RedoCrypto
import RedoGit
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Writes the page of `redo view`: the whole log, or a part of it, in one HTML file that loads nothing.
///
/// ```
/// meta        JSON     names, verdicts, bands, findings, remotes       read at once
/// graph       columns  times, lanes, edges and marks of the nodes      read at once
/// ids, signatures      bytes                                           when they are needed
/// bodies-N, histories-N, figures    JSON                               when they are needed
/// ```
package struct ViewWriter {
    private let source: ViewSource
    private let figures: ViewFigures
    private let text: ViewText
    private let graph: ViewGraph
    private let verdicts: ViewVerdicts
    private let devices: ShownDevices
    /// The heads of all tasks, by number.
    private let heads: Set<Int>
    /// The nodes without which the histories of tasks have a gap.
    private let gaps: [TaskID: RefusedNode]

    private var log: Log { source.log }

    package init(_ source: ViewSource, _ figures: ViewFigures) {
        self.source = source
        self.figures = figures
        text = ViewText(privacy: source.privacy)
        let graph = ViewGraph(source.log, showing: source.shown)
        self.graph = graph
        verdicts = ViewVerdicts(source.log)
        heads = Set(source.log.heads().joined())
        gaps = Self.gaps(of: graph, source.log.gaps)
        devices = ShownDevices(
            graph.numbers.lazy.map { source.log.nodes[$0].author },
            source.log.replay.authority.people)
    }

    /// The bytes of the page.
    ///
    /// - Throws: STORAGE_001 if zlib is not installed.
    /// - Complexity: O(n log n) for n nodes, and what ``TaskHistories/steps(of:)`` needs for tasks with branches.
    package func html() throws(RedoError) -> [UInt8] {
        let deflater = try Deflater(thorough: ())
        var bodies = ViewBodies(log, graph)
        var columns = Columns()
        for position in graph.numbers.indices {
            fill(&columns, position, author: bodies.author(of: position))
        }
        let content = content(bodies, deflater)
        let meta = meta(columns, bodies, content)
        var rest = [
            ViewBlock("ids", random: graph.numbers.flatMap { log.nodes[$0].id.digest.bytes }),
            ViewBlock("figures", figures.json(text), deflater),
        ]
        if source.privacy != .redacted {
            let signatures = graph.numbers.flatMap { log.nodes[$0].signature?.bytes ?? [] }
            rest.append(ViewBlock("signatures", random: signatures))
        }
        return ViewPage.html(
            title: source.storePath.isEmpty
                ? "redo view" : "redo view: \(source.storePath.printable)",
            first: [
                ViewBlock("meta", meta, deflater), ViewBlock("graph", columns.bytes, deflater),
            ],
            rest: rest + content.bodies.blocks + content.histories.blocks)
    }

    // MARK: Columns

    /// What the picture needs of each node.
    private struct Columns {
        var walls: [Int] = []
        var lamports: [Int] = []
        var bands: [Int] = []
        var lanes: [Int] = []
        var authors: [Int] = []
        var actions: [Int] = []
        var marks: [Int] = []
        var verdicts: [Int] = []
        var parentCounts: [Int] = []
        var parents: [Int] = []
        var edgeCounts: [Int] = []
        var edges: [Int] = []
        var edgeLanes: [Int] = []

        var actionNames: [String] = []
        var actionNumbers: [String: Int] = [:]
        var devices: [Int] = []
        var verdictList: [JSONValue] = []

        var bytes: [UInt8] {
            var columns = ViewColumns()
            columns.append(differencesOf: walls)
            columns.append(differencesOf: lamports)
            for column in [
                bands, lanes, authors, actions, marks, verdicts, parentCounts, parents, edgeCounts,
                edges, edgeLanes,
            ] { columns.append(column) }
            return columns.bytes
        }
    }

    /// The bits of a node's marks.
    private enum Mark {
        static let head = 1
        static let signed = 2
        static let withoutEffect = 4
        static let hasHiddenParents = 8
        static let signedOverDigest = 16
    }

    private func fill(_ columns: inout Columns, _ position: Int, author: Int) {
        let number = graph.numbers[position]
        let node = log.nodes[number]
        columns.walls.append(Int(node.timestamp.wall.milliseconds))
        columns.lamports.append(node.timestamp.lamport)
        columns.bands.append(graph.bandOfNode[position])
        columns.lanes.append(graph.lanes[position])
        columns.authors.append(author)
        if author == columns.devices.count {
            columns.devices.append(devices.number(of: node.author) ?? -1)
        }
        let action = "\(node.action)".printable
        let actionNumber = columns.actionNumbers[action] ?? columns.actionNames.count
        if actionNumber == columns.actionNames.count {
            columns.actionNames.append(action)
            columns.actionNumbers[action] = actionNumber
        }
        columns.actions.append(actionNumber)
        let all = node.parents.map { log.replay.validation.graph.number(of: $0) }
        let parents = all.compactMap { $0.flatMap { graph.positions[$0] } }
        columns.parentCounts.append(parents.count)
        columns.parents += parents.map { position - $0 }
        columns.edgeCounts.append(graph.edges[position].count)
        columns.edges += graph.edges[position].map { position - $0.parent }
        columns.edgeLanes += graph.edges[position].map(\.lane)
        var marks = node.isSigned ? Mark.signed : 0
        if heads.contains(number) { marks |= Mark.head }
        if parents.count < all.count { marks |= Mark.hasHiddenParents }
        if node.signedOver == .digest { marks |= Mark.signedOverDigest }
        if let verdict = verdicts.verdict(of: number, text) {
            if !verdict.hasEffect { marks |= Mark.withoutEffect }
            columns.verdictList.append(json(verdict))
            columns.verdicts.append(columns.verdictList.count)
        } else {
            columns.verdicts.append(0)
        }
        columns.marks.append(marks)
    }

    private func json(_ verdict: ViewVerdicts.Verdict) -> JSONValue {
        let deciders = verdict.deciders.compactMap { graph.positions[$0] }
        return [
            "by": .array(deciders.map { .number(Double($0)) }),
            "code": verdict.code.map { string("\($0)") } ?? .null,
            "kind": string(verdict.kind),
            "meaning": verdict.code.map { string($0.meaning) } ?? .null,
            "text": string(verdict.text),
        ]
    }

    private func string(_ text: String) -> JSONValue { .string(JSONString(text)) }

    // MARK: Contents

    /// What is read of a task when it is shown.
    private struct Content {
        var bodies = ViewChunks("bodies")
        var histories = ViewChunks("histories")
        var bands: [JSONValue] = []
    }

    private func content(_ bodies: ViewBodies, _ deflater: borrowing Deflater) -> Content {
        var content = Content()
        // Of the band that is written, since its history is compared with it.
        let current = CurrentBodies()
        var histories = ViewHistories(log, graph, text) { current.data[$0] }
        for band in graph.bands {
            current.data = [:]
            for position in band.nodes {
                let rest = bodies.rest(of: position)
                let data = rest.first { $0.name == "data" }?.value
                current.data[position] = data
                if text.privacy != .redacted { content.bodies.append(.object(rest), deflater) }
            }
            if case .task(let task) = band.subject {
                content.histories.append(histories.json(of: task), deflater)
            }
            content.bands.append(describe(band, current, &histories))
        }
        content.bodies.finish(deflater)
        content.histories.finish(deflater)
        return content
    }

    private final class CurrentBodies {
        var data: [Int: JSONValue] = [:]
    }

    /// What lists and lanes show of a band.
    private func describe(
        _ band: ViewGraph.Band, _ bodies: CurrentBodies, _ histories: inout ViewHistories
    ) -> JSONValue {
        var members: [JSONMember] = [JSONMember("lanes", .number(Double(band.laneCount)))]
        func add(_ name: JSONString, _ value: JSONValue) { members.append(JSONMember(name, value)) }
        switch band.subject {
        case .task(let id):
            add("kind", "task")
            add("id", string("\(id)"))
            let state = histories.state(of: id)
            let title = state?.title.printable ?? histories.title(of: id)
            add("title", string(text.shown(title, or: "Task \("\(id)".prefix(8))")))
            add("status", string(Self.status(state)))
            if let state { for member in fields(of: state) { members.append(member) } }
            if let gap = gaps[id] { add("gap", json(gap)) }
            if let claim = source.claims[id] {
                let name = claim.name?.printable ?? "a device"
                add(
                    "claim",
                    [
                        "by": string(text.shown(name, or: "a device")),
                        "until": string(claim.until.wallText),
                    ])
            }
        case .category(let id):
            add("kind", "category")
            add("id", string(id.text))
            add("title", string(name("Category", id.text, band, bodies)))
        case .person(let id):
            add("kind", "person")
            add("id", string("\(id)"))
            add("title", string(name("Person", id.shortText, band, bodies)))
        case .room(let id):
            add("kind", "room")
            add("id", string("\(id)"))
            add("title", string(name("Room", id.shortText, band, bodies)))
        case nil:
            add("kind", "other")
            add("title", "Other nodes")
        }
        return .object(members)
    }

    /// The last name that nodes of a band give their subject.
    private func name(
        _ kind: String, _ id: String, _ band: ViewGraph.Band, _ bodies: CurrentBodies
    ) -> String {
        let fallback = "\(kind) \(id.prefix(8))"
        let given = band.nodes.reversed().lazy.compactMap { position -> String? in
            let fields = bodies.data[position]?["fields"]
            return (fields?["name"] ?? fields?["title"])?.string?.printable
        }.first
        return given.map { text.shown("\(kind): \($0)", or: fallback) } ?? fallback
    }

    private func fields(of state: TaskState) -> [JSONMember] {
        var members: [JSONMember] = []
        if let due = state.due { members.append(JSONMember("due", string(due.wallText))) }
        if state.priority != 3 {
            members.append(JSONMember("priority", .number(Double(state.priority))))
        }
        guard text.privacy != .redacted else { return members }
        if let project = state.project {
            members.append(JSONMember("project", string(project.printable)))
        }
        if !state.tags.isEmpty {
            members.append(JSONMember("tags", .array(state.tags.map { string($0.printable) })))
        }
        return members
    }

    private static func status(_ state: TaskState?) -> String {
        guard let state else { return "deleted" }
        if state.isInTrash { return "in the trash" }
        if state.isArchived { return "archived" }
        return state.isOpen ? "open" : "done"
    }

    // MARK: Names

    private func meta(
        _ columns: Columns, _ bodies: ViewBodies, _ content: Content
    ) -> JSONValue {
        let people = log.replay.authority.people
        var persons: [Int: String] = [:]
        for (position, number) in graph.numbers.enumerated() {
            let author = columns.authors[position]
            if persons[author] == nil, let name = log.nodes[number].authorName(people) {
                persons[author] = name.printable
            }
        }
        let authors = bodies.authors.enumerated().map { index, author -> JSONValue in
            let person = persons[index]
            return [
                "device": .number(Double(columns.devices[index])),
                "json": text.privacy == .redacted ? Self.idsAlone(of: author) : author,
                "person": person.map { string(text.shown($0, or: "person \(index + 1)")) } ?? .null,
            ]
        }
        let names = devices.names.enumerated().map { index, name in
            string(text.shown(name, or: "device \(index + 1)"))
        }
        return [
            "actions": .array(columns.actionNames.map(string)),
            "authors": .array(authors),
            "bands": .array(content.bands),
            "bodyStarts": .array(content.bodies.starts.map { .number(Double($0)) }),
            "devices": .array(names),
            "findings": .array(source.findings.map(json)),
            "historyStarts": .array(content.histories.starts.map { .number(Double($0)) }),
            "isPart": .bool(source.shown != nil),
            "now": string(source.now.wallText),
            "privacy": string(source.privacy.rawValue),
            "remotes": .array(source.remotes.enumerated().map { json($0, $1) }),
            "store": string(source.storePath.printable),
            "verdicts": .array(columns.verdictList),
            "version": string(Version.text),
        ]
    }

    private static func idsAlone(of author: JSONValue) -> JSONValue {
        guard case .object(let members) = author else { return .null }
        return .object(members.filter { $0.name == "userId" || $0.name == "publicKey" })
    }

    // MARK: The store

    private func json(_ finding: StoreFinding) -> JSONValue {
        let path = finding.path.printable
        let inStore =
            path.hasPrefix(source.storePath.printable + "/")
            ? String(path.dropFirst(source.storePath.printable.count + 1)) : path
        return [
            "code": string("\(finding.code)"),
            "detail": string(text.shown(finding.detail.printable, or: finding.code.meaning)),
            "isNote": .bool(finding.severity == .note),
            "offset": finding.offset.map { .number(Double($0)) } ?? .null,
            "path": string(text.shown(inStore, or: Self.lastNames(of: inStore))),
        ]
    }

    /// The gaps of the shown tasks. A node that may belong to each of several tasks is left out: no row is its own.
    private static func gaps(of graph: ViewGraph, _ gaps: LogGaps) -> [TaskID: RefusedNode] {
        var found: [TaskID: RefusedNode] = [:]
        var counts: [NodeID: Int] = [:]
        for case .task(let id) in graph.bands.compactMap(\.subject) {
            guard let gap = gaps.gap(in: id) else { continue }
            found[id] = gap
            counts[gap.id, default: 0] += 1
        }
        return found.filter { found.count == 1 || counts[$0.value.id, default: 0] == 1 }
    }

    private func json(_ gap: RefusedNode) -> JSONValue {
        [
            "code": string("\(gap.fault.code)"),
            "detail": string(text.shown(gap.fault.detail.printable, or: gap.fault.code.meaning)),
            "id": string("\(gap.id)"),
        ]
    }

    /// What of a path names no directory of the user.
    private static func lastNames(of path: String) -> String {
        path.hasPrefix("/") ? "a file" : path
    }

    private func json(_ number: Int, _ remote: ViewRemote) -> JSONValue {
        let positions = remote.lacked.map { ids in
            ids.compactMap { id in
                log.replay.validation.graph.number(of: id).flatMap { graph.positions[$0] }
            }.sorted()
        }
        return [
            "findings": .array(
                remote.findings.map {
                    string(text.shown($0.printable, or: "it withholds something"))
                }),
            "lacks": positions.map { .array($0.map { .number(Double($0)) }) } ?? .null,
            "lastRead": remote.lastRead.map { .number(Double($0)) } ?? .null,
            "name": string(text.shown(remote.name.printable, or: "remote \(number + 1)")),
            "url": string(text.shown(remote.url.printable, or: "")),
        ]
    }
}
