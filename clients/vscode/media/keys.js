// The cell that a key leads to.

/**
 * The active cell after a key: `{row, column}`; null for a key that moves nothing.
 *
 * - active: `{row, column}`
 * - rows, columns: how many there are
 * - page: how many rows fit into the view
 */
export function movedTo(active, { key, ctrlKey = false }, { rows, columns, page }) {
  const within = (row, column) => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  });
  const { row, column } = active;
  switch (key) {
    case "ArrowDown": return within(row + 1, column);
    case "ArrowUp": return within(row - 1, column);
    case "ArrowRight": return within(row, column + 1);
    case "ArrowLeft": return within(row, column - 1);
    case "PageDown": return within(row + page, column);
    case "PageUp": return within(row - page, column);
    case "Home": return within(ctrlKey ? 0 : row, 0);
    case "End": return within(ctrlKey ? rows - 1 : row, columns - 1);
    default: return null;
  }
}
