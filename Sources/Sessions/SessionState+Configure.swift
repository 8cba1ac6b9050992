import HTTP
import JSON
import Pagination

extension SessionState {
  /// Takes in new settings for later requests. What has been learned stays, unless the page size
  /// is another: then the numbers of the pages mean something else, and the state is as opened.
  mutating func configure(_ settings: SessionSettings, parameters: JSONObject) {
    let isResized = settings.pager.perPage != self.settings.pager.perPage
    self.settings = settings
    self.parameters = parameters
    redactor = Redactor(settings, granted: grantedHeaders)
    patternURL = redactor.mask(url: settings.pager.template.url.text)
    if isResized {
      cancelAll(.cancelled)
      forget()
    }
    evict(keeping: current?.page ?? firstPage)
  }
}
