import JSON
import Series
import Sessions
import Store
import Text

/// The lists that a run walks: one list, or one for each of many values.
enum FetchedLists {
  case one(Session)
  case many(ItemSeries, ReadItems)
  /// One that is split where it has more than the API gives.
  case sliced(ItemSeries)

  /// Lists for the values that `--each` names. `params`: those of `each`.
  init(
    _ options: EachOptions, _ params: EachParams, _ request: APIRequest, base: Session,
    environment: SessionEnvironment
  ) throws(FetchError) {
    let template = try mapError(FetchError.usage, FetchedLists.template(request, params))
    let source = try options.source()
    self = .many(
      ItemSeries(
        params, source: source, base: base, settings: request.settings, template: template,
        environment: environment),
      source)
  }

  /// One list, split as the request says.
  init(_ request: APIRequest, base: Session, environment: SessionEnvironment) throws(FetchError) {
    guard let slices = request.slices else {
      self = .one(base)
      return
    }
    do throws(JSONFieldError) {
      self = .sliced(
        ItemSeries(
          slices: slices, base: base, settings: request.settings,
          template: try PartTemplate(request.parameters, .ranges), environment: environment))
    } catch {
      throw .usage(UsageError("--past-ceiling: \(error.path) cannot be used"))
    }
  }

  /// The request with its marks, checked.
  @discardableResult
  static func template(
    _ request: APIRequest, _ params: EachParams
  ) throws(UsageError) -> PartTemplate {
    do throws(JSONFieldError) {
      return try PartTemplate(request.parameters, params)
    } catch {
      guard case .expected(let what, _) = error.problem else {
        throw UsageError("--each: \(error.path) cannot be used")
      }
      throw UsageError("--each needs \(what)")
    }
  }

  /// The number of values, if there are many; an inner nil means that it is known only at the end.
  var valueCount: Int?? {
    switch self {
    case .one, .sliced: nil
    case .many(_, let source): .some(source.count)
    }
  }

  /// The reason why not all values were read; nil if they were.
  var problem: ItemProblem? {
    if case .many(_, let source) = self { source.problem } else { nil }
  }

  func resume(_ checkpoint: String) throws(SessionError) {
    switch self {
    case .one(let session): try session.resume(checkpoint)
    case .many(let series, _), .sliced(let series): try series.resume(checkpoint)
    }
  }

  /// Walks, and has the queue take what comes.
  func walk(_ order: WalkOrder, into pages: PageQueue) {
    switch self {
    case .one(let session): session.walk(order) { pages.finish($0) }
    case .many(let series, _):
      series.walk(SeriesOrder(order, deliver: pages.deliver, ended: pages.end)) {
        pages.finish($0)
      }
    case .sliced(let series):
      series.walk(SeriesOrder(order, deliver: pages.deliver)) { pages.finish($0) }
    }
  }

  func close() {
    switch self {
    case .one(let session): session.close()
    case .many(let series, _), .sliced(let series): series.cancel()
    }
  }
}
