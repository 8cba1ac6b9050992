/// Values that the special sources of a mapping read besides the body.
package struct SourceContext: Sendable {
  /// `@metadata.page`.
  package let page: Int
  /// `@metadata.response.status`.
  package let status: Int
  /// `@metadata.request.url`.
  package let requestURL: String
  /// `@metadata.response.headers.Name`: the value of a header by its name, of any case; several
  /// are joined by the caller.
  package let header: @Sendable (String) -> String?
  /// Resolves a reference to an absolute URL, for type `url`; nil if it is not one.
  package let resolveURL: @Sendable (String) -> String?

  /// A context of the given parts.
  package init(
    page: Int, status: Int, requestURL: String, header: @escaping @Sendable (String) -> String?,
    resolveURL: @escaping @Sendable (String) -> String?
  ) {
    self.page = page
    self.status = status
    self.requestURL = requestURL
    self.header = header
    self.resolveURL = resolveURL
  }
}
