import RedoGitRemote

@main enum Main {
    static func main() { GitProgram.main() }
}
