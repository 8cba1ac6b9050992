import HTTP
import JSON
import Pagination

extension SessionState {
  /// Takes in new settings for later requests. What has been learned stays, unless the page size
  /// is another: then the numbers of the pages mean something else, and the state is as opened.
  mutating func configure(_ settings: SessionSettings, parameters: JSONObject) {
    let opened = undetectedSettings ?? self.settings
    var settings = settings
    if opened.findsItems { settings.leaveItemsOpen() }
    let isResized = settings.pager.perPage != opened.pager.perPage
    let isReshaped = SessionState.shaping.contains { parameters[$0] != self.parameters[$0] }
    if settings.pager.template.headers != self.settings.pager.template.headers {
      grantedHeaders = [:]
    }
    self.settings = settings
    self.parameters = parameters
    if undetectedSettings != nil {
      undetectedSettings = settings
      if !isResized, let found = self.settings(with: adopted) { self.settings = found }
    }
    redactor = Redactor(self.settings, granted: grantedHeaders.values.flatMap { $0 })
    patternURL = redactor.mask(url: settings.pager.template.url.text)
    if isResized {
      cancelAll(.cancelled)
      reset()
    }
    if isReshaped { remapHeldPages() }
    reviewLimits()
    evict(keeping: current?.page ?? firstPage)
  }

  /// The params that say which items a response has, and in what shape.
  private static let shaping = ["itemsPath", "responseDescriptors", "mappings"]

  /// Maps the held pages once more, without asking the API; those that do not fit are forgotten.
  /// Where another number of items comes out, the later indexes move.
  private mutating func remapHeldPages() {
    for page in held.numbers {
      guard let source = held[page]?.source else { continue }
      if let content = content(of: source) {
        held.replace(page, content)
        recount(page, content.count)
      } else {
        held.remove(page)
      }
    }
  }
}
