import JSON
import Mapping
import Testing

/// The statuses that descriptors accept.
@Suite struct StatusCodesTests {
  static let cases: [(String, [Int])] = [
    ("null", Array(200...299)), ("[]", Array(200...299)), ("\"2xx\"", Array(200...299)),
    ("[\"2XX\", 404]", Array(200...299) + [404]), ("[\"200-299\"]", Array(200...299)),
    ("[404.0, 5e2]", [404, 500]), ("422", [422]), ("[\"422\"]", [422]),
    ("[\"500-504\", \"1xx\"]", Array(100...199) + Array(500...504)), ("\"304-304\"", [304]),
  ]

  @Test(arguments: cases.indices)
  func statusesAreAccepted(_ index: Int) throws {
    let (codes, expected) = Self.cases[index]
    let mapping = try mapping(
      #"{"responseDescriptors": [{"keyPath": "a", "statusCodes": \#(codes)}]}"#)
    let accepted = (90...610).filter {
      if case .items = mapping.select(path: "/", method: "GET", status: $0) { true } else { false }
    }
    #expect(accepted == expected, "\(codes)")
  }

  static let refused: [(String, String)] = [
    ("[99]", "0"), ("[200, 600]", "1"), ("[200.5]", "0"), ("[\"2x\"]", "0"), ("[\"6xx\"]", "0"),
    ("[\"0xx\"]", "0"), ("[\"299-200\"]", "0"), ("[\"200-600\"]", "0"), ("[\"any\"]", "0"),
    ("[true]", "0"), ("[\"200 - 299\"]", "0"), ("[null]", "0"), ("[\"\"]", "0"),
    ("[\"²xx\"]", "0"),
  ]

  @Test(arguments: refused.indices)
  func otherTextsAreRefused(_ index: Int) throws {
    let (codes, place) = Self.refused[index]
    let error = try openError(
      #"{"responseDescriptors": [{"keyPath": "a", "statusCodes": \#(codes)}]}"#)
    #expect(error?.path == "responseDescriptors.0.statusCodes.\(place)", "\(codes)")
    #expect(
      try openError(#"{"responseDescriptors": [{"keyPath": "a", "statusCodes": {}}]}"#)?.path
        == "responseDescriptors.0.statusCodes")
  }
}
