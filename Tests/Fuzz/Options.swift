/// The command line.
struct Options {
  private var names: [String] = []
  private(set) var seed = UInt64.random(in: 0...UInt64(Int.max))
  /// The number of the first run, to repeat one.
  private(set) var first = 0
  private(set) var count: Int?
  private(set) var seconds: Double?
  /// Where libFuzzer keeps its input, or the file of it to repeat.
  private(set) var corpus: String?
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
      --guided    PATH: the input of one fuzzer is libFuzzer's (.ci/sanitize guided); PATH is a
                  folder of input to go on from, or a file of input to repeat

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
      case "--guided":
        guard let path = words.popFirst() else { throw FuzzFailure("--guided needs a path") }
        corpus = path
      default:
        guard Fuzzer.all.contains(where: { $0.name == word }) else {
          throw FuzzFailure("there is no fuzzer \(word); Fuzz --help names them")
        }
        names.append(word)
      }
    }
    if corpus != nil, names.count != 1 { throw FuzzFailure("--guided needs one NAME") }
  }

  func includes(_ fuzzer: Fuzzer) -> Bool { names.isEmpty || names.contains(fuzzer.name) }

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
