/** Text in plain characters, for a search. `origin` maps a span of it to the typed text. */
export type Folded = {
  readonly text: string
  readonly origin: (span: TextSpan) => TextSpan
}

/** A span of text, from its first UTF-16 unit to the one after its last. */
export type TextSpan = readonly [start: number, end: number]

const invisible = /^[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]$/u
const stretches: readonly (readonly [RegExp, string])[] = [
  [/^[\u2028\u2029\u0085]$/u, '\n'],
  [/^(?![\n\r])\s$/u, ' '],
  [/^[\p{Pd}\u2212]$/u, '-'],
  [/^[·•∙‧・。｡]$/u, '.'],
  [/^[\u2044\u2215]$/u, '/'],
]
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

/**
 * Replaces characters that hide an address or a number from a search but not from a reader. They are full-width and circled
 * characters, accents, marks without width, typographic dashes, dots and spaces, and Arabic and Indian digits. Case stays.
 */
export function foldText(typed: string): Folded {
  if (/^[\x20-\x7e\n\r]*$/.test(typed)) return { text: typed, origin: (span) => span }

  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  let index = 0
  for (const character of typed) {
    const plain = foldCharacter(character)
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(index)
      ends.push(index + character.length)
    }
    text += plain
    index += character.length
  }
  starts.push(typed.length)
  return { text, origin: ([start, end]) => [starts[start] ?? 0, Math.max(ends[end - 1] ?? 0, starts[end] ?? 0)] }
}

/** The words of a folded text, lower-cased, with their positions. */
export function listWordsOfFolded(text: string): { readonly word: string; readonly span: TextSpan }[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    // Through the upper case, so that ß and SS, σ and ς are the same word.
    word: word.toUpperCase().toLowerCase(),
    span: [index, index + word.length] as const,
  }))
}

function foldCharacter(character: string): string {
  if (character >= '!' && character <= '~') return character
  if (invisible.test(character)) return ''
  for (const [pattern, plain] of stretches) if (pattern.test(character)) return plain

  const code = character.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? character.normalize('NFKD').replace(/\p{M}/gu, '') : String(code - zero)
}
