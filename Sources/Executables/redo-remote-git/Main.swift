import RedoGitRemote

@main enum Main {
    static func main() { RemoteProgram.main() }
}
