import JSON
import Pagination
import Series
import Sessions
import Store
import Synchronization
import System
import Text
import Wire

/// What the values of `--each` are read from, some at a time; for one thread.
protocol ItemReader: AnyObject {
  /// How many there are; nil: it shows in the end.
  var count: Int? { get }
  /// The next values, which may be none; nil at the end. An error says why there can be no more.
  func next() throws(ItemProblem) -> [JSONValue]?
}

/// Why the values of `--each` cannot be read further, as a clause.
struct ItemProblem: Error {
  let words: String
}

/// The values of `--each` as a series takes them: read when they are needed, by a thread of their
/// own, as a pipe may have nothing to give for long.
///
/// `@unchecked Sendable`: `reader` is only used by the work thread, one call after the other.
final class ReadItems: SeriesSource, @unchecked Sendable {
  let count: Int?
  private let reader: any ItemReader
  private let thread = SerialQueue()
  private let failure = Mutex<ItemProblem?>(nil)

  init(_ reader: any ItemReader) {
    self.reader = reader
    count = reader.count
  }

  /// Why there are no more values; nil: all were read.
  var problem: ItemProblem? { failure.withLock(\.self) }

  func next(_ completion: @escaping @Sendable (SourceStep) -> Void) {
    thread.run { [self] in
      do throws(ItemProblem) {
        completion(try reader.next().map(SourceStep.items) ?? .end(.complete))
      } catch {
        failure.withLock { $0 = error }
        completion(.end(.partial))
      }
    }
  }

  /// What was read cannot be read again; the run ends.
  func reset() {}
}

/// The values in a file or a pipe.
final class ValuesFile: ItemReader {
  private let descriptor: Int32
  private var text = ItemText()
  private var hasEnded = false

  /// An open descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  var count: Int? { nil }

  func next() throws(ItemProblem) -> [JSONValue]? {
    if let problem = text.problem { throw ItemProblem(words: problem.words) }
    if hasEnded { return nil }
    let chunk = try mapError(
      { (error: SystemError) in
        ItemProblem(words: "the values cannot be read: \(error.reason)")
      },
      Descriptor.chunk(descriptor))
    hasEnded = chunk == nil
    return chunk.map { text.take($0) } ?? text.finish()
  }
}

/// The values that a query gives.
final class QueryItems: ItemReader {
  private let rows: QueryRows

  /// How many rows are read at once.
  private static let rowsAtOnce = 256

  /// Runs the query.
  init(_ path: String, _ query: String) throws(StoreError) {
    rows = try QueryRows(path: path, query: query)
  }

  var count: Int? { rows.count }

  func next() throws(ItemProblem) -> [JSONValue]? {
    let items = try mapError(
      { (error: StoreError) in
        ItemProblem(words: "the values cannot be read: \(error.sentence(path: "--each"))")
      },
      rows.next(QueryItems.rowsAtOnce))
    return items.isEmpty ? nil : items
  }
}

extension ItemText.Problem {
  fileprivate var words: String {
    switch self {
    case .cut(.line(let line)): "the values end in the middle of line \(line)"
    case .cut(.element(let element)): "the values end in the middle of element \(element)"
    case .noJSON(let place): "\(place.words) of the values is no JSON"
    case .tooLarge(let place, let most):
      "\(place.words) of the values has more than \(most) bytes"
    case .behindArray: "there are values after the end of their array"
    }
  }
}

extension ItemText.Place {
  fileprivate var words: String {
    switch self {
    case .line(let line): "line \(line)"
    case .element(let element): "element \(element)"
    }
  }
}
