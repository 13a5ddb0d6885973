import RedoCommands
import RedoMachine
import RedoS3

@main enum Main {
    static func main() {
        Suite.main(programs: ["http": HTTPProgram.main, "store-s3": S3Program.main])
    }
}
