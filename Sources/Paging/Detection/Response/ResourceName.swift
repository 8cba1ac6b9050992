/// The last name of a request's path, which says what the list of items is called.
///
///     /api/v2/notifications      notifications, notification_groups, unreadNotifications
///     /blog-posts.json           blogPosts, blog_post
struct ResourceName: Sendable {
  /// In the singular.
  private let words: [String]

  /// Makes a resource name; nil for a name that is common to all kinds of requests.
  init?(_ name: String) {
    words = FieldName(name).words.map(ResourceName.singular)
    if words.isEmpty || words.joined().means(.commonResources) { return nil }
  }

  /// The match between a list's name and the resource name.
  enum Match: Sendable {
    /// The same name, in any spelling and number.
    case whole
    /// A longer one that begins or ends with it.
    case part
  }

  func match(_ list: FieldName) -> Match? {
    let others = list.words.map(ResourceName.singular)
    if others.joined() == words.joined() { return .whole }
    guard others.count > words.count,
      others.starts(with: words) || others.suffix(words.count) == words[...]
    else { return nil }
    return .part
  }

  private static func singular(_ word: String) -> String {
    for (ending, instead) in [
      ("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"),
    ]
    where word.hasSuffix(ending) && word.utf8.count > ending.utf8.count + 1 {
      return word.dropLast(ending.count) + instead
    }
    guard word.hasSuffix("s"), !word.hasSuffix("ss"), word.utf8.count > 3 else { return word }
    return String(word.dropLast())
  }
}
