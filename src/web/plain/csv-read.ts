/**
 * Reads the rows of a CSV (RFC 4180), with the lower-cased names of its first line as keys. Accepts comma or semicolon, quoted
 * cells, and `\n` or `\r\n`. Skips a byte order mark and empty lines. A missing cell is ''.
 */
export function readCsv(text: string): readonly ReadonlyMap<string, string>[] {
  const plain = text.replace(/^\uFEFF/, '')
  const [header = '', ...lines] = splitCsvLines(plain)
  const separator = header.includes(';') && !header.includes(',') ? ';' : ','
  const names = splitCsvCells(header, separator).map((name) => name.trim().toLowerCase())
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = splitCsvCells(line, separator)
      return new Map(names.map((name, at) => [name, (cells[at] ?? '').trim()]))
    })
}

/** Splits a text into lines, except inside quotes. */
function splitCsvLines(text: string): string[] {
  return (text.match(/(?:"(?:[^"]|"")*(?:"|$)|[^"\r\n])+/g) ?? []).filter((line) => line !== '')
}

function splitCsvCells(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? ''
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}
