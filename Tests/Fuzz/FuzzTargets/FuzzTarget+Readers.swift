import RedoCommandParts
import RedoInterchange
import RedoJSON
import RedoModel

/// Formats that are read and not written.
extension FuzzTarget {
    private static let settings = {
        var settings = InterchangeSettings(
            zone: TimeZoneRules { _ in 3600 }, zoneName: "Europe/Berlin",
            now: Instant(milliseconds: 1_763_294_400_000))
        // The first deadline by a rule needs a process.
        settings.words = DateWords(
            moment: DateWords.everyday.moment, frequency: DateWords.everyday.frequency
        ) { _, clock in clock.now }
        settings.fileName = "Home [12].csv"
        return settings
    }()

    /// Reads a file. What is read can be written in the neutral form, and read from it unchanged; a parent is another
    /// entry of the file.
    private static func check(_ bytes: [UInt8], _ format: InterchangeFormat) throws {
        guard let found = try? format.read(bytes, settings) else { return }
        let names = Set(found.tasks.map(\.nameInFile))
        for task in found.tasks {
            try require(!task.title.allSatisfy(\.isWhitespace), "a title is empty")
            try require(task.line > 0, "a task has no line")
            if format == .todoist || format == .org, let parent = task.parent {
                try require(names.contains(parent), "the parent \(parent) is not in the file")
                try require(
                    parent != task.nameInFile || task.uid != nil, "a task is its own parent")
            }
            for interval in task.work {
                try require((interval.end ?? interval.start) >= interval.start, "work ends first")
            }
        }
        let written = InterchangeFormat.json.write(found.tasks, settings)
        let again = try demand("the neutral form is refused") {
            try InterchangeFormat.json.read(written.bytes, settings)
        }
        try require(again.mistakes.isEmpty, "the neutral form has mistakes: \(again.mistakes)")
        // Equal remarks are read once.
        let before = found.tasks.map { CanonicalJSON.bytes($0.json(without: [.remarks])) }
        let after = again.tasks.map { CanonicalJSON.bytes($0.json(without: [.remarks])) }
        try require(before == after, "the neutral form changes tasks")
    }

    /// Todoist's CSV.
    static let todoist = FuzzTarget(
        "todoist", upTo: 2048,
        seeds: {
            let header =
                "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE"
            return Seeds.texts([
                """
                \(header),DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG
                section,Home,,,,,,,,,,,,
                task,Buy milk @shop,"Two, please",1,1,Ana (1),,every other fri at 9:00,en,Europe/Berlin,30,minute,,
                note,Oat,,,,Ana (1),,,,,,,,
                task,Sub,,3,2,,,tomorrow at 5pm,en,,,,2025-12-24,en
                """,
                "\(header)\r\ntask,a,,4,1,,,every! 3 days starting 1 mar until 5 may,en,\r\n,,,,,,,,,\r\n",
                "TYPE,CONTENT,INDENT\nmeta,view_style=list,\ntask,b,3\ntask,c,2\n",
            ])
        }, run: { try check($0, .todoist) })

    /// Files of org.
    static let org = FuzzTarget(
        "org", upTo: 2048,
        seeds: {
            Seeds.texts([
                """
                #+TODO: TODO NEXT(n) | DONE CANCELLED(c@)
                #+FILETAGS: :all:
                * Home
                ** TODO [#A] Call Ana [1/2] :phone:
                   DEADLINE: <2025-11-20 Thu 9:30-10:00 ++1w -2d> SCHEDULED: <2025-11-18 Tue .+1d/2d>
                   :PROPERTIES:
                   :ID: a1
                   :Effort: 1:30
                   :END:
                   :LOGBOOK:
                   CLOCK: [2025-11-16 Sun 10:00]--[2025-11-16 Sun 11:00] =>  1:00
                   - State "DONE" from "TODO" [2025-11-16 Sun 10:00] \\\\
                     fine
                   :END:
                   Text.
                """,
                "* DONE a\nCLOSED: [2025-11-16 Sun 10:00]\n** COMMENT b\n*** TODO c\n* CANCELLED d\nCLOCK: [2025-11-16 Sun 10:00]\n",
            ])
        }, run: { try check($0, .org) })

    /// Issues of GitHub, and after a `l` those of GitLab.
    static let issues = FuzzTarget(
        "issues", upTo: 4096,
        seeds: {
            Seeds.texts([
                """
                h[{"number":7,"title":"Fix","state":"CLOSED","stateReason":"NOT_PLANNED","body":"b",\
                "closedAt":"2025-11-16T10:00:00Z","labels":[{"name":"bug"}],"milestone":{"title":"v1","dueOn":"2025-12-24T08:00:00Z"},\
                "comments":[{"author":{"login":"bo"},"body":"c","createdAt":"2025-11-16T10:00:00Z"}],\
                "assignees":[{"login":"ana"}],"url":"https://github.com/a/b/issues/7"}]
                """,
                """
                h{"title":"a","number":1,"html_url":"https://github.com/a/b/issues/1","comments":2,"user":{"login":"x"},\
                "parent_issue_url":"https://api.github.com/repos/a/b/issues/2","created_at":"2025-11-16T10:00:00Z"}
                {"title":"b","number":2,"pull_request":{"url":"u"}}
                """,
                """
                l[[{"iid":5,"title":"Roof","labels":["a"],"due_date":"2025-11-20","state":"opened","weight":3,\
                "time_stats":{"time_estimate":5400,"total_time_spent":600},"confidential":true,"user_notes_count":2,\
                "web_url":"https://gitlab.com/a/b/-/issues/5","milestone":{"title":"m","due_date":"2025-12-01"}}]]
                """,
            ])
        },
        run: { bytes in
            guard let first = bytes.first else { return }
            try check(Array(bytes.dropFirst()), first == UInt8(ascii: "l") ? .gitlab : .github)
        })

    /// The recognition of formats. What is recognised is read, or refused as a whole.
    static let recognition = FuzzTarget(
        "recognition", upTo: 2048,
        seeds: {
            Seeds.texts([
                "BEGIN:VCALENDAR\n", "TYPE,CONTENT\ntask,a\n", "title,due\na,\n",
                "* a\n** TODO b\n",
                "# x\n- [ ] a\n", "(A) a +b\n", "[{\"description\":\"a\",\"uuid\":\"b\"}]",
                "[[{\"iid\":1,\"title\":\"a\"}]]", "{\"title\":\"a\",\"number\":1}",
                "{\"title\":\"a\"}\n",
            ])
        },
        run: { bytes in
            guard case .format(let format)? = FormatRecognition(bytes)?.content,
                !format.needsProcess
            else { return }
            _ = try? format.read(bytes, settings)
        })
}
