// Replaces curl on machines without it, with only the flags that the examples use.
const [, , ...words] = process.argv
const headers = new Headers()
let url = ''
let method = ''
let body: string | undefined
for (let at = 0; at < words.length; at++) {
  const word = words[at] ?? ''
  const value = () => words[++at] ?? ''
  if (word === '-s') continue
  if (word === '-X') method = value()
  else if (word === '-H') {
    const [, name = '', text = ''] = /^([^:]+):\s*(.*)$/.exec(value()) ?? []
    headers.append(name, text)
  } else if (word === '-d') body = await contentOf(value())
  else if (word.startsWith('-')) throw new Error(`the stand-in for curl does not know ${word}`)
  else url = word
}
const response = await fetch(url, {
  method: method || (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body !== undefined && { body }),
})
process.stdout.write(await response.text())
process.exit()

/** Body of a request; `@-` reads it from standard input. */
function contentOf(given: string): Promise<string> | string {
  return given === '@-' ? Bun.stdin.text() : given
}
