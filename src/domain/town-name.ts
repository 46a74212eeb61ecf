import { foldLabel } from './known-place.ts'

/**
 * A town's name in its form for a search: without case, accents and punctuation. Hyphens are blanks, and St and Ste before
 * another word are saint and sainte.
 */
export function foldTownName(typed: string): string {
  const words = foldLabel(typed)
    .replace(/(?<![\p{L}\p{N}])(ste?)\./gu, '$1 ')
    .replace(/['`´ʻʼʹ.]/g, '')
    .replace(/ı/g, 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replace(/(?<![^ ])st(e?)(?= )/g, (_, ending: string) => `saint${ending}`)
}

/** The folded forms of a typed text. A last word St can be the beginning of a name, or of Saint. */
export function listTypedNames(typed: string): string[] {
  const folded = foldTownName(typed)
  if (folded === '') return []
  return /(?<![^ ])st$/.test(folded) ? [folded, `${folded.slice(0, -2)}saint`] : [folded]
}

/** The folded short forms of a town's name: `newcastle` and `tyne` of Newcastle upon Tyne, `wells` of Wells-next-the-Sea. */
export function listShortNames(name: string): string[] {
  const [, before, link, after] = /^(.+?) (upon|on|under|in|by|next) (.+)$/.exec(foldTownName(name)) ?? []
  if (before === undefined || after === undefined) return []
  return link === 'upon' ? [before, after] : [before]
}
