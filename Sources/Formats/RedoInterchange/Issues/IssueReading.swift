import RedoJSON
import RedoModel

/// The reading of an issue.
struct IssueReading {
    private let service: IssueService
    private let settings: InterchangeSettings
    private var task = ForeignTask()
    private var number: String?
    private var address: String?
    private var page: String?
    private var isPullRequest = false
    private var others: [KeptField] = []
    /// What is left out.
    private(set) var left: [String] = []
    /// The number of comments that the issue has and the file has not.
    private(set) var missingCommentCount = 0

    init(_ service: IssueService, _ settings: InterchangeSettings) {
        self.service = service
        self.settings = settings
    }

    /// - Returns: nil for a pull request.
    /// - Throws: ``ForeignMistake`` without a line for an object without a title.
    mutating func task(_ issue: JSONElement) throws(ForeignMistake) -> ForeignTask? {
        guard issue["title"]?.string != nil else { throw ForeignMistake("title is missing") }
        var milestone: JSONValue?
        for member in issue.members {
            let (name, value) = (member.name.description, member.value.exactValue)
            if Self.isEmpty(value) { continue }
            switch service.member(named: name) {
            case .milestone?: milestone = value
            case let known?: if !read(known, value) { keepAside(name, value) }
            case nil: addField(name, value)
            }
        }
        if isPullRequest {
            left.append("pull requests")
            missingCommentCount = 0
            return nil
        }
        // After the deadline of the issue itself.
        if let milestone, !setMilestone(milestone) { keepAside("milestone", milestone) }
        setUID()
        task.addFields(others)
        if task.status == .open { task.ended = nil }
        return task
    }

    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool(false), .number(0): true
        case .string(let text): text.utf8.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }

    /// - Returns: whether the value has the form of the member.
    private mutating func read(_ member: IssueService.Member, _ value: JSONValue) -> Bool {
        switch member {
        case .title, .text, .address, .page, .state, .stateReason, .parentAddress:
            guard let text = value.string?.description else { return false }
            return setText(member, text)
        case .created: return setTime(value) { $0.created = $1 }
        case .modified: return setTime(value) { $0.modified = $1 }
        case .closed: return setTime(value) { $0.ended = $1 }
        case .due: return setTime(value, endsDay: true) { $0.due = $1 }
        case .start: return setTime(value) { $0.scheduled = $1 }
        case .number:
            guard let number = value.integer else { return false }
            self.number = "\(number)"
        case .labels: return addLabels(value)
        case .comments: return addComments(value)
        case .commentCount: missingCommentCount += max(0, value.integer ?? 0)
        case .assignees: return addPeople(value, as: "assignees")
        case .author: return addPeople(.array([value]), as: "reporter")
        case .times: return setTimes(value)
        case .isPrivate: task.isPrivate = value == true
        case .points:
            guard let number = value.number, number >= 0 else { return false }
            task.points = number
        case .pullRequest: isPullRequest = true
        case .milestone, .administrative: break
        }
        return true
    }

    private mutating func setText(_ member: IssueService.Member, _ text: String) -> Bool {
        switch member {
        case .title: task.title = text
        case .text: task.description = text
        case .address: address = text
        case .page: page = text
        case .state: return setState(text.lowercased())
        case .stateReason:
            let reason = text.lowercased()
            if reason != "completed", reason != "reopened" {
                task.setField("stateReason", .text(reason))
            }
        case .parentAddress: task.parent = Self.page(ofIssueAt: text)
        default: break
        }
        return true
    }

    private mutating func setState(_ state: String) -> Bool {
        switch state {
        case "open", "opened", "reopened": task.status = .open
        case "closed": task.status = .completed
        default: return false
        }
        return true
    }

    private mutating func setTime(
        _ value: JSONValue, endsDay: Bool = false, _ set: (inout ForeignTask, Instant) -> Void
    ) -> Bool {
        guard let text = value.string?.description,
            let time = settings.moment(text, endsDay: endsDay)
        else { return false }
        set(&task, time)
        return true
    }

    // MARK: Objects

    /// Labels are texts, or objects with a name.
    private mutating func addLabels(_ value: JSONValue) -> Bool {
        guard case .array(let labels) = value else { return false }
        for label in labels {
            guard let name = (label.string ?? label["name"]?.string)?.description else {
                return false
            }
            task.addTag(name)
        }
        return true
    }

    /// The title of a milestone becomes a field, and its end the deadline of an issue without one.
    private mutating func setMilestone(_ value: JSONValue) -> Bool {
        guard let title = value["title"]?.string else { return false }
        task.setField("milestone", .string(title))
        let due = value["dueOn"] ?? value["due_on"] ?? value["due_date"]
        if task.due == nil, let text = due?.string?.description {
            // GitHub writes a time that means a day.
            task.due = settings.day(String(text.prefix(10)), endsDay: true)
        }
        return true
    }

    /// Comments are objects, or the number of those that are elsewhere.
    private mutating func addComments(_ value: JSONValue) -> Bool {
        if let count = value.integer {
            missingCommentCount += max(0, count)
            return true
        }
        guard case .array(let comments) = value else { return false }
        for comment in comments {
            guard let text = comment["body"]?.string?.description else { return false }
            if comment["system"] == true {
                left.append("notes of the service")
                continue
            }
            let time = (comment["createdAt"] ?? comment["created_at"])?.string?.description
            let author = (comment["author"] ?? comment["user"]).flatMap(Self.name)
            task.comments.append(
                ForeignTask.Comment(
                    at: time.flatMap { settings.moment($0, endsDay: false) },
                    text: (author.map { "\($0): " } ?? "") + text))
        }
        return true
    }

    private mutating func addPeople(_ value: JSONValue, as field: String) -> Bool {
        guard case .array(let people) = value else { return false }
        let names = people.compactMap(Self.name)
        if !names.isEmpty { task.setField(field, .text(names.joined(separator: ", "))) }
        return names.count == people.count
    }

    private static func name(_ person: JSONValue) -> String? {
        (person.string ?? person["login"]?.string ?? person["username"]?.string
            ?? person["name"]?.string)?.description
    }

    /// Seconds that were estimated and spent.
    private mutating func setTimes(_ value: JSONValue) -> Bool {
        if let seconds = value["time_estimate"]?.number, seconds > 0 {
            task.estimate = seconds / 60
        }
        if let seconds = value["total_time_spent"]?.number, seconds > 0 {
            task.setField("minutesSpent", .number(seconds / 60))
        }
        return true
    }

    // MARK: Other members

    private mutating func keepAside(_ name: String, _ value: JSONValue) {
        task.keepAside(name, value, "\(name) is not of the form that it has in an issue")
    }

    private mutating func addField(_ name: String, _ value: JSONValue) {
        switch value {
        case .array, .object: left.append(name)
        default: others.append(KeptField(name, value))
        }
    }

    // MARK: Names

    /// Sets the UID and the project. The UID is the address of the issue's page, or else its number, which is unique
    /// only in its repository.
    private mutating func setUID() {
        let address = page ?? self.address.map(Self.page(ofIssueAt:))
        task.uid = address ?? number
        if let name = address.flatMap(service.project(ofIssueAt:)) { task.setProject([name]) }
    }

    /// The page of the issue at an address of GitHub's API.
    private static func page(ofIssueAt address: String) -> String {
        let api = "https://api.github.com/repos/"
        guard address.hasPrefix(api) else { return address }
        return "https://github.com/" + address.dropFirst(api.count)
    }
}
