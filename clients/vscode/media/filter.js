// The rows that a filter leaves.
//
//     ford zürich          both words, anywhere in the row
//     "two words"          the phrase

const TERMS = /"([^"]*)"?|(\S+)/g;

/** The indexes of the rows whose cells have all terms, in any case; null without a term. */
export function matching(rows, text) {
  const terms = [...text.toLowerCase().matchAll(TERMS)]
    .map(([, phrase, word]) => phrase ?? word)
    .filter((term) => term !== "");
  if (terms.length === 0) return null;
  const found = [];
  for (const [index, cells] of rows) {
    const row = cells.join("\n").toLowerCase();
    if (terms.every((term) => row.includes(term))) found.push(index);
  }
  return found.sort((one, other) => one - other);
}
