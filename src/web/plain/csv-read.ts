/**
 * The rows of a CSV (RFC 4180) by the names in its first line, lower-cased: comma or semicolon between cells, quotes around those
 * that hold either, lines ended by `\n` or `\r\n`; a mark at the start and empty lines are passed over. A cell that is missing is ''.
 */
export function readCsv(text: string): readonly ReadonlyMap<string, string>[] {
  const plain = text.replace(/^\uFEFF/, '')
  const [header = '', ...lines] = linesOf(plain)
  const separator = header.includes(';') && !header.includes(',') ? ';' : ','
  const names = cellsOf(header, separator).map((name) => name.trim().toLowerCase())
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = cellsOf(line, separator)
      return new Map(names.map((name, at) => [name, (cells[at] ?? '').trim()]))
    })
}

/** Lines, but for breaks inside quotes. */
function linesOf(text: string): string[] {
  return (text.match(/(?:"(?:[^"]|"")*(?:"|$)|[^"\r\n])+/g) ?? []).filter((line) => line !== '')
}

function cellsOf(line: string, separator: string): string[] {
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
