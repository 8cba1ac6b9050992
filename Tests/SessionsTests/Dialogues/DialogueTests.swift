import TestSupport
import Testing

@testable import Sessions

/// What happens to sessions, as the files of `Cases/Dialogues` say.
struct DialogueTests {
  @Test(arguments: Dialogue.all(Play.world, Play.verbs, in: "../Cases/Dialogues"))
  func itGoesAsItIsWritten(_ dialogue: Dialogue) throws { try Play(dialogue).run() }

  @Test(arguments: [
    [#"{"requests": 0}"#],
    [#"{"case": "a", "open": "counted", "step": 1}"#, #"{"requests": 0}"#],
    [#"{"case": "a", "open": "uncounted"}"#, #"{"requests": 0}"#],
    [#"{"case": "a", "open": "counted"}"#, #"{"requests": 0, "jump": 1}"#],
    [#"{"case": "a", "open": "counted"}"#, #""requests""#],
    [#"{"case": "a", "open": "counted"}"#, #"{"loadAll": {"page": 1}}"#],
    [#"{"case": "a", "open": "counted"}"#, #"{"loadPage": "next", "cancel": true}"#],
    [#"{"case": "a", "open": "counted"}"#],
    [#"{"case": "a", "for": [], "open": "counted"}"#, #"{"requests": 0}"#],
    [#"{"case": "a", "for": [{"id": 1}, {"id": 1}], "open": "counted"}"#, #"{"requests": 0}"#],
    [
      #"{"case": "a", "open": "counted"}"#, #"{"requests": 0}"#,
      #"{"case": "a", "open": "counted"}"#, #"{"requests": 0}"#,
    ],
  ])
  func aMistakeIsSeen(lines: [String]) {
    #expect(throws: BadCase.self) {
      let file = CaseFile(lines.joined(separator: "\n"), name: "mistakes")
      for dialogue in try Dialogue.all(Play.world, Play.verbs, of: file) {
        try Play(dialogue).run()
      }
    }
  }
}
