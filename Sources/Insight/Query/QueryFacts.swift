/// What a query asks beside the tasks that it is put to.
package struct QueryFacts: Sendable {
    package var sharing: QueryEnvironment.Sharing
    /// Nil if the query does not ask for projects.
    package let projects: ProjectNames?

    package init(sharing: QueryEnvironment.Sharing, projects: ProjectNames? = nil) {
        self.sharing = sharing
        self.projects = projects
    }
}
