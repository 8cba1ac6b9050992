import JSON
import Pagination

/// The page size and the parameter for it: as the response states them, as the request sent them,
/// or as a URL of the next page has them.
struct StatedSize: Sendable {
  /// nil: nothing says it.
  private(set) var value: Int?
  /// The parameter that is known to ask for it.
  private(set) var parameter: String?
  /// True when the parameter goes into the query.
  private(set) var isQuery = true
  /// The name that the response has for it, where requests use that name too.
  let statedName: String?
  /// The number of items on the page.
  let count: Int
  private(set) var evidence: Evidence?
  /// True when the caller wants one of its own.
  private let isGiven: Bool
  /// True when requests leave the size as it is: what the request has under the name of one is neither
  /// what came nor stated, by number or by name, and may be a filter; or fewer items came than stated,
  /// as many as pages often have, and nothing asked for a size.
  private let isLeft: Bool

  init(_ subject: FirstPage) {
    let count = subject.items.count
    self.count = count
    isGiven = (subject.given["perPage"] ?? .null) != .null
    let stated = subject.counts[.perPage]
    let sent = subject.request.number(.sizeParameters)
    let isLarger = (stated?.value ?? 0) > count
    // With one row, which may hold all others, a size of one shows whether it is followed.
    let mayBeFilter = sent.map { sent in
      sent.number != count && sent.number != stated?.value
        && sent.member.flat != stated?.name.flat
        && (count != 1 || sent.member.field.means(.ambiguousSizes))
        && !subject.isRest(size: sent.number)
    }
    isLeft = !isGiven && (mayBeFilter ?? (isLarger && Detector.isUsualSize(count)))
    value = isLarger ? sent?.number ?? stated?.value : stated?.value
    let isParameter = stated.map { $0.parent != nil && $0.name.means(.sizeParameters) }
    statedName = isParameter == true ? stated?.parameter.map(subject.request.besideSize) : nil
    let least = stated == nil ? max(count, 1) : 0
    var number: Int?
    if let sent, mayBeFilter == true, sent.member.field.means(.ambiguousSizes) {
      value = value ?? count
    } else if let sent, sent.number >= least {
      (parameter, isQuery, number) = (sent.member.name, sent.member.isQuery, sent.number)
      evidence = sent.member.evidence("requested page size")
    } else if let linked = subject.nextURL?.number(.sizeParameters),
      linked.number >= least
    {
      (parameter, number) = linked
    }
    if value == nil, let number, number > 0 { value = number }
  }

  /// Gives a finding its page size. A size that only later requests would ask for is omitted where
  /// the API itself says how to continue: the first page was of another size then. So is one where
  /// the first page shows none, as it has no items.
  func settle(_ finding: inout Candidate) {
    finding.perPage = value ?? finding.perPage ?? (count > 0 ? count : nil)
    let settings = finding.settings
    guard finding.parameters.isEmpty else {
      // Under whichever of its names the position goes, it goes with the size of the URL.
      let isCounted = finding.sendsMany && settings.isCounted
      if let parameter, isQuery, !isLeft, isCounted, isPlaced(in: settings) {
        finding.settings.size = parameter
      }
      return
    }
    guard [.page, .offset, .link, .header, .body, .cursor].contains(settings.kind) else { return }
    if settings.tokens.nextBody != nil {
      finding.settings.size = nil  // the first body has it, and later ones must not
      return
    }
    let isVariable = settings.carrier == .variables
    if let parameter, !isVariable, !isLeft, isPlaced(in: settings) {
      finding.settings.size = parameter
      if !isQuery { finding.settings.carrier = .body }
    } else if !settings.isCounted, value == nil, !isVariable {
      finding.settings.size = nil
    } else if settings.isCounted, settings.size == nil, let statedName {
      finding.settings.size = statedName
    }
    if settings.isCounted, isLeft || finding.perPage == nil && !isGiven {
      finding.settings.size = ""
    }
    if settings.isCounted, finding.settings.size == settings.kind.usualSizeParameter {
      finding.settings.size = nil
    }
  }

  /// One setting says where positions and sizes go: a known parameter has to go there too.
  private func isPlaced(in settings: StrategySettings) -> Bool {
    let takesAny = !settings.isCounted && settings.kind != .cursor && settings.kind != .header
    return takesAny || ((settings.carrier ?? .query) == .query) == isQuery
  }
}
