/// The command line.
struct Options {
  private var names: [String] = []
  private(set) var seed = UInt64.random(in: 0...UInt64(Int.max))
  /// The number of the first run, to repeat one.
  private(set) var first = 0
  private var count: Int?
  private var seconds: Double?
  private(set) var wantsHelp = false

  private static let countDefault = 1_000

  static let help = """
    Fuzz [NAME...] [--count N] [--seconds N] [--seed N] [--from N]

    Feeds what reads from outside with random input; ends with status 1 at the first surprise, and
    says how to repeat it.
      NAME        \(Fuzzer.all.map(\.name).joined(separator: ", ")) (default: all)
      --count     runs of each (default: \(countDefault), or no end with --seconds)
      --seconds   time for each
      --seed      of the random input (default: another one each time)
      --from      the number of the first run

    """

  init(_ words: ArraySlice<String>) throws(FuzzFailure) {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--count": count = try Self.number(&words, word)
      case "--seconds": seconds = Double(try Self.number(&words, word))
      case "--seed": seed = UInt64(try Self.number(&words, word))
      case "--from": first = try Self.number(&words, word)
      default:
        guard Fuzzer.all.contains(where: { $0.name == word }) else {
          throw FuzzFailure("there is no fuzzer \(word); Fuzz --help names them")
        }
        names.append(word)
      }
    }
  }

  func includes(_ name: String) -> Bool { names.isEmpty || names.contains(name) }

  /// Whether another run follows.
  func goesOn(done: Int, seconds spent: Double) -> Bool {
    if let seconds, spent >= seconds { return false }
    return done < count ?? (seconds == nil ? Self.countDefault : .max)
  }

  private static func number(
    _ words: inout ArraySlice<String>, _ option: String
  ) throws(FuzzFailure) -> Int {
    guard let number = words.popFirst().flatMap({ Int($0) }), number >= 0 else {
      throw FuzzFailure("\(option) needs a number")
    }
    return number
  }
}
