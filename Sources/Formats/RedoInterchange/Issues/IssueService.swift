/// A service whose issues are read.
enum IssueService {
    case github, gitlab

    /// A member of an issue that is more than a custom field.
    enum Member {
        case title, text, number, address, page, state, stateReason, labels, milestone
        case created, modified, closed, due, start, comments, commentCount, assignees, author
        case times, isPrivate, points, parentAddress, pullRequest
        /// About the entry, or found in another member.
        case administrative
    }

    /// What a member means; nil for one that becomes a custom field.
    func member(named name: String) -> Member? {
        if Self.administrative.contains(name) { return .administrative }
        return (self == .github ? Self.ofGitHub : Self.ofGitLab)[name] ?? Self.common[name]
    }

    private static let common: [String: Member] = [
        "title": .title, "state": .state, "labels": .labels, "milestone": .milestone,
        "created_at": .created, "updated_at": .modified, "closed_at": .closed,
        "assignees": .assignees, "author": .author, "comments": .comments, "notes": .comments,
    ]

    /// Names of the command `gh`, and those of the REST API.
    ///
    /// Sources: `gh issue list --json`, and "REST API endpoints for issues" in GitHub's documentation.
    private static let ofGitHub: [String: Member] = [
        "body": .text, "number": .number, "url": .address, "html_url": .page,
        "stateReason": .stateReason, "state_reason": .stateReason, "createdAt": .created,
        "updatedAt": .modified, "closedAt": .closed, "user": .author,
        "parent_issue_url": .parentAddress, "pull_request": .pullRequest,
    ]

    /// Source: "Issues API" in GitLab's documentation.
    private static let ofGitLab: [String: Member] = [
        "description": .text, "iid": .number, "web_url": .page, "due_date": .due,
        "start_date": .start, "user_notes_count": .commentCount, "time_stats": .times,
        "confidential": .isPrivate, "weight": .points,
    ]

    private static let administrative: Set<String> = [
        // Of GitHub.
        "id", "node_id", "repository_url", "labels_url", "comments_url", "events_url",
        "timeline_url", "assignee", "author_association", "closed", "closed_by", "score",
        "performed_via_github_app", "sub_issues_summary", "issue_dependencies_summary",
        "issue_field_values", "isPinned", "locked", "draft",
        // Of GitLab.
        "project_id", "_links", "references", "has_tasks", "task_status",
        "task_completion_status", "merge_requests_count", "blocking_issues_count",
        "moved_to_id", "imported", "imported_from", "subscribed", "discussion_locked",
        "closed_as_duplicate_of", "service_desk_reply_to",
    ]

    /// The name of the repository in the address of an issue: `garden` in
    /// `https://github.com/ana/garden/issues/1` and in `https://gitlab.com/ana/home/garden/-/issues/1`.
    func project(ofIssueAt address: String) -> String? {
        let parts = address.split(separator: "/")
        guard parts.count > 3, parts[0].hasSuffix(":"),
            let end = parts.lastIndex(where: { $0 == "issues" || $0 == "work_items" })
        else { return nil }
        let last = parts[end - 1] == "-" ? end - 2 : end - 1
        return last > 1 ? String(parts[last]) : nil
    }
}
