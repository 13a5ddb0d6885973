import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel

extension PrimeState {
    /// The state as one object.
    func json(of suite: CommandSuite) -> JSONValue {
        func number(_ value: Int) -> JSONValue { .number(Double(value)) }
        func text(_ value: String) -> JSONValue { .string(JSONString(value)) }
        let sections = Section.allCases.map { section in
            let found = self.sections.first { $0.section == section }
            return JSONMember(
                JSONString(section.rawValue),
                [
                    "count": number(found?.count ?? 0),
                    "tasks": .array((found?.tasks ?? []).map { json(of: $0) }),
                ])
        }
        return .object(
            sections + [
                JSONMember("store", text(storePath)),
                JSONMember("you", own.map { text($0.description) } ?? .null),
                JSONMember("now", text(table.moment.wallText)),
                JSONMember(
                    "counts",
                    [
                        "all": number(allCount), "open": number(counts.open),
                        "ready": number(counts.ready), "overdue": number(counts.overdue),
                        "blocked": number(counts.blocked), "hidden": number(counts.hidden),
                    ]),
                JSONMember("projectCount", number(projectCount)),
                JSONMember(
                    "projects",
                    .array(
                        projects.map {
                            ["name": .string($0.name), "open": number($0.openCount)]
                        })),
                JSONMember(
                    "commands",
                    .array(
                        ProgramGuide.examples.map {
                            [
                                "line": text($0.line), "output": text($0.output),
                                "summary": text(ProgramGuide.summary(of: $0.command, in: suite)),
                            ]
                        })),
                JSONMember(
                    "queries",
                    .array(
                        ProgramGuide.queries.map {
                            ["query": text($0.query), "meaning": text($0.meaning)]
                        })),
                JSONMember("rules", .array(ProgramGuide.rules.map(text))),
            ])
    }

    private func json(of task: TaskState) -> JSONValue {
        [
            "id": .string(JSONString(task.id.description)), "title": .string(task.title),
            "authors": authors.json(
                of: task.id, owner: task.owner, texts: []),
            "priority": .number(Double(task.priority)),
            "project": task.project.map { .string($0) } ?? .null,
            "due": task.due.map { .string(JSONString($0.wallText)) } ?? .null,
            "claim": table.facts.claim(of: task.id).map(\.json) ?? .null,
        ]
    }
}
