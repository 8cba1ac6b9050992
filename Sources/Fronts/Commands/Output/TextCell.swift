/// A cell of a row for people: most rows of a wide table have few.
struct TextCell: Equatable {
  let column: Int
  let text: String
}
