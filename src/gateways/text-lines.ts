/** Greatest length of a line. A longer one is read as several. */
const longestLine = 100_000

/** A part of a text file: its lines without line breaks and byte order mark, and the number of bytes up to its end. */
type LinePart = { readonly lines: readonly string[]; readonly bytes: number }

/** Reads a text file in parts, so that memory does not grow with the file. Rejects if it cannot be read. */
export async function* readTextLines(path: string): AsyncGenerator<LinePart> {
  const decoder = new TextDecoder()
  let rest = ''
  let bytes = 0
  for await (const chunk of Bun.file(path).stream()) {
    bytes += chunk.length
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) {
      lines.push(rest)
      rest = ''
    }
    yield { lines: lines.map(dropReturn), bytes }
  }
  rest += decoder.decode()
  if (rest !== '') yield { lines: [dropReturn(rest)], bytes }
}

function dropReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
