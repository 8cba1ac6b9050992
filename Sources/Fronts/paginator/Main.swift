import Commands

/// The executable. All that it does is in the library `Commands`.
@main
enum Main {
  static func main() { Program.run(CommandLine.arguments) }
}
