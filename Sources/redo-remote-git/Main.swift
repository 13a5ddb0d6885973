import RedoRemote

@main enum Main {
    static func main() { RemoteProgram.main() }
}
