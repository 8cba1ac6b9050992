/// Draws a plot as SVG: dark on a white card, so that it can be read on any page.
struct PlotDrawing {
  private let plot: Plot
  private let source: String
  private let x: PlotAxis

  private static let width = 720.0
  private static let left = 76.0
  private static let right = 36.0
  private static let top = 46.0
  private static let panelHeight = 150.0
  /// From one panel to the next, with the label of the lower one.
  private static let panelGap = 38.0
  private static let bottom = 70.0
  private static let colors = ["#0b62c4", "#b3480b", "#2b7a3d"]

  init(_ plot: Plot, source: String) {
    self.plot = plot
    self.source = source
    x = PlotAxis(
      plot.panels.flatMap { $0.points.map(\.x) }, isLogarithmic: plot.isLogarithmic)
  }

  /// The whole picture.
  var svg: String {
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(text(Self.width)) \(text(height))" \
      width="\(text(Self.width))" height="\(text(height))" role="img" \
      font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" \
      font-size="12" fill="#3c4650">
      <title>\(plot.title)</title>
      <rect width="100%" height="100%" rx="8" fill="#ffffff"/>
      <text x="20" y="26" font-size="15" font-weight="600" fill="#1b2229">\(plot.title)</text>

      """
    for index in plot.panels.indices { svg += panel(index) }
    let end = top(plot.panels.count - 1) + Self.panelHeight
    for tick in x.ticks {
      svg += label(PlotAxis.text(tick), x(tick), end + 18, anchor: "middle")
    }
    let middle = Self.left + (Self.width - Self.left - Self.right) / 2
    svg += label(plot.xLabel, middle, end + 38, anchor: "middle")
    svg += """
      <text x="\(text(Self.width - Self.right))" y="\(text(height - 12))" text-anchor="end" \
      font-size="10" fill="#77828c">\(source)</text>
      </svg>

      """
    return svg
  }

  private func panel(_ index: Int) -> String {
    let panel = plot.panels[index]
    let y = PlotAxis(panel.points.map(\.y), isLogarithmic: panel.isLogarithmic)
    let top = top(index)
    let end = top + Self.panelHeight
    func place(_ value: Double) -> Double { end - y.place(value) * Self.panelHeight }
    var svg = """
      <text x="\(text(Self.left))" y="\(text(top - 10))" fill="\(color(index))" \
      font-weight="600">\(panel.label), \(panel.unit)</text>

      """
    for tick in y.ticks {
      svg += line(Self.left, place(tick), Self.width - Self.right, place(tick), "#e3e7ea")
      svg += label(PlotAxis.text(tick), Self.left - 8, place(tick) + 4, anchor: "end")
    }
    for tick in x.ticks { svg += line(x(tick), top, x(tick), end, "#eff1f3") }
    svg += line(Self.left, end, Self.width - Self.right, end, "#8c969f")
    let points = panel.points.map { (x: x($0.x), y: place($0.y)) }
    let path = points.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
    svg += """
      <polyline points="\(path)" fill="none" stroke="\(color(index))" stroke-width="2" \
      stroke-linejoin="round"/>

      """
    for point in points {
      svg += """
        <circle cx="\(text(point.x))" cy="\(text(point.y))" r="3" fill="\(color(index))"/>

        """
    }
    return svg
  }

  private var height: Double { top(plot.panels.count - 1) + Self.panelHeight + Self.bottom }

  private func top(_ index: Int) -> Double {
    Self.top + 22 + Double(index) * (Self.panelHeight + Self.panelGap)
  }

  private func x(_ value: Double) -> Double {
    Self.left + x.place(value) * (Self.width - Self.left - Self.right)
  }

  private func color(_ index: Int) -> String { Self.colors[index % Self.colors.count] }

  private func line(_ x: Double, _ y: Double, _ x2: Double, _ y2: Double, _ color: String) -> String
  {
    """
    <path d="M\(text(x)) \(text(y))L\(text(x2)) \(text(y2))" stroke="\(color)"/>

    """
  }

  private func label(_ words: String, _ x: Double, _ y: Double, anchor: String) -> String {
    """
    <text x="\(text(x))" y="\(text(y))" text-anchor="\(anchor)">\(words)</text>

    """
  }

  private func text(_ number: Double) -> String { Samples.decimal(number, 1) }
}
