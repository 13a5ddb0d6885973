import RedoJSON
import RedoModel

/// The names of the projects of a log, by which a query decides whether a name is a project or the beginning of one.
package struct ProjectNames: Sendable {
    private let names: Set<JSONString>

    package init(_ names: Set<JSONString>) { self.names = names }

    /// True if a task has the project, or one under it.
    func has(_ name: CanonicalText) -> Bool { names.contains(where: name.contains(path:)) }
}

extension Query {
    /// True if each project that the query names is among some.
    package func namesProjects(among projects: ProjectNames) -> Bool {
        !contains {
            guard case .term(let term) = $0, term.key == TaskField.project.key,
                case .value(let name) = term.test
            else { return false }
            return !projects.has(CanonicalText(name))
        }
    }
}
