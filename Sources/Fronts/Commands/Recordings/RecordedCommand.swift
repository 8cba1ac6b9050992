import JSON
import Recording
import Secrets
import Text

/// A recorded request as `open` and `paginator fetch` take it.
enum RecordedCommand {
  /// The params of `open` that make the request, but for its headers.
  static func parameters(of exchange: ListedExchange) -> JSONObject {
    var params: JSONObject = ["url": .string(HarmlessURL.text(exchange.url))]
    if exchange.method != "GET" { params["method"] = .string(exchange.method) }
    guard !exchange.body.isEmpty else { return params }
    if let body = JSONValue(json: exchange.body) {
      params["body"] = body
    } else {
      params["body"] = .string(String(decoding: exchange.body, as: UTF8.self))
      params["headers"] = [
        "Content-Type": .string(exchange.mediaType ?? CommandLineParams.formType)
      ]
    }
    return params
  }

  /// The command that walks through a list of a recording, quoted for the shell; credentials are
  /// masked, which the recording takes for any text.
  static func line(_ list: RecordedList, path: String) -> String {
    let exchange = list.exchange
    var words = ["paginator", "fetch", list.shownURL]
    if !exchange.body.isEmpty {
      if exchange.method != "POST" { words += ["--method", exchange.method] }
      let isJSON = (try? JSONDocument(exchange.body)) != nil
      if !isJSON, let type = exchange.mediaType, !type.hasPrefix(CommandLineParams.formType) {
        words += ["--header", "Content-Type: \(type)"]
      }
      words += ["--data", masked(exchange.body)]
    } else if exchange.method != "GET" {
      words += ["--method", exchange.method]
    }
    if !list.isWhole { words += ["--max-pages", String(list.pages)] }
    words += ["--replay", path]
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// The text with the values masked that are named like credentials.
  private static func masked(_ body: [UInt8]) -> String {
    let text = String(decoding: body, as: UTF8.self)
    let secrets = Redactor.secrets(inBody: text)
    let long = secrets.filter { $0.utf8.count >= Redactor.echoedSecretBytesMin }
    return Redactor(secrets: long).mask(text: text)
  }
}

/// URLs with control characters and spaces encoded, as no URL may have them.
enum HarmlessURL {
  static func text(_ url: String) -> String {
    url.replacingScalars(where: isHarmful) { PercentCoding.encode(String($0)) }
  }

  /// Control characters, spaces, and what changes the direction of a text.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    default: false
    }
  }
}
