import JSON
import Pagination
import Series
import Store
import Synchronization
import System
import Text
import Wire

/// The reason why the values of `--each` cannot be read further, as a clause.
struct ItemProblem: Error {
  let words: String
}

/// The values of `--each` as a series takes them: read when they are needed, by a thread of their
/// own, as a pipe may have nothing to give for long.
///
/// `@unchecked Sendable`: `read` is only called by the work thread, one call after the other.
final class ReadItems: SeriesSource, @unchecked Sendable {
  /// The number of values; nil if it is known only at the end.
  let count: Int?
  /// Gives the next values, which may be none; nil at the end. An error says why there can be no
  /// more.
  private let read: () throws(ItemProblem) -> [JSONValue]?
  private let thread = SerialQueue()
  private let failure = Mutex<ItemProblem?>(nil)

  /// The number of rows of a query that are read at once.
  private static let rowsAtOnce = 256

  /// The values in a file or a pipe: an open descriptor.
  init(_ descriptor: Int32) {
    var text = ItemText()
    var hasEnded = false
    count = nil
    read = { () throws(ItemProblem) in
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
  init(_ path: String, _ query: String) throws(StoreError) {
    let rows = try QueryRows(path: path, query: query)
    count = rows.count
    read = { () throws(ItemProblem) in
      let items = try mapError(
        { (error: StoreError) in
          ItemProblem(words: "the values cannot be read: \(error.sentence(path: "--each"))")
        },
        rows.next(ReadItems.rowsAtOnce))
      return items.isEmpty ? nil : items
    }
  }

  /// The reason why there are no more values; nil if all were read.
  var problem: ItemProblem? { failure.withLock(\.self) }

  func next(_ completion: @escaping @Sendable (SourceStep) -> Void) {
    thread.run { [self] in
      do throws(ItemProblem) {
        completion(try read().map(SourceStep.items) ?? .end(.complete))
      } catch {
        failure.withLock { $0 = error }
        completion(.end(.partial))
      }
    }
  }

  /// Does nothing: values that were read cannot be read again, so the run ends.
  func reset() {}
}

extension ItemText.Problem {
  fileprivate var words: String {
    switch self {
    case .cut(.line(let line)): "the values end in the middle of line \(line)"
    case .cut(.element(let element)): "the values end in the middle of element \(element)"
    case .noJSON(let place): "\(place.words) of the values is not JSON"
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
