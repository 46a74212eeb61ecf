/** The members of a list header (RFC 9110, 5.6.1), in order. Empty members do not count. */
export function parseHeaderMembers(header: string | null): string[] {
  return splitHeader(header ?? '', ',')
}

/** The parts of a member such as `gzip;q=0.5`: its name, and its parameters by their names in small letters. */
export function parseHeaderParameters(text: string): { readonly name: string; readonly parameters: ReadonlyMap<string, string> } {
  const [name = '', ...rest] = splitHeader(text, ';')
  return { name, parameters: pairsIn(rest) }
}

/** Whether a member has the weight `q=0`, which refuses what the member names. */
export function hasZeroWeight(parameters: ReadonlyMap<string, string>): boolean {
  return /^0(\.0*)?$/.test(parameters.get('q') ?? '1')
}

/**
 * The addresses that a `Forwarded` header names (RFC 7239), as `X-Forwarded-For` lists them; null without the header. A hop that does not
 * name its client is `unknown`.
 */
export function parseForwardedFor(header: string | null): string | null {
  if (header === null) return null
  return parseHeaderMembers(header)
    .map((hop) => pairsIn(splitHeader(hop, ';')).get('for') ?? 'unknown')
    .join()
}

/** A text without the quotes around it. */
export function unquoteText(text: string): string {
  const inside = /^"(.*)"$/s.exec(text)?.[1]
  return inside === undefined ? text : inside.replace(/\\(.)/gs, '$1')
}

/**
 * The parts of a text between unquoted separators. It is parsed from its end, so that a client cannot break the part of the
 * nearest proxy.
 */
function splitHeader(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let end = text.length
  let isQuoted = false
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '"' && !isEscaped(text, at)) isQuoted = !isQuoted
    if (text[at] !== separator || isQuoted) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  parts.push(text.slice(0, end))
  return parts
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .reverse()
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

function pairsIn(parts: readonly string[]): Map<string, string> {
  const pairs = parts.map((one) => /^([^=\s]+)\s*=\s*(.*)$/s.exec(one)).filter((one) => one !== null)
  return new Map(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), unquoteText(value)]))
}
