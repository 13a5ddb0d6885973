/// The attributes that Taskwarrior itself defines; every other one is user-defined (UDA).
///
/// Source: "task columns" of Taskwarrior 2.6 and 3, and what `task export` adds.
enum TaskwarriorAttribute: String {
    case annotations, depends, description, due, end, entry, modified, parent, priority
    case project, recur, scheduled, start, status, tags, until, uuid, wait
    // Computed by Taskwarrior.
    case id, imask, last, mask, rtype, template, urgency
}
