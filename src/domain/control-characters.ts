/**
 * Control characters that are invisible or change the direction of text: C0 and C1 (U+0000–001F, U+007F–009F), and line and
 * paragraph separators (U+2028, U+2029). Marks of direction are U+061C, U+200E, U+200F, U+202A–202E and U+2066–2069.
 */
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Control characters except line breaks and tabs, which lay out text of several lines. */
const controlInLines = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Pattern (ECMA-262) of a text of one line, as in the API's document. */
export const oneLinePattern = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]*$'

/** Whether a text is one line without control characters. */
export function isOneLine(text: string): boolean {
  return text.search(control) < 0
}

/** One line that is safe to show: U+FFFD replaces each control character. */
export function toOneLine(text: string): string {
  return text.replace(control, '\uFFFD')
}

/** Lines that are safe to show: U+FFFD replaces each control character except line breaks and tabs. */
export function toSafeLines(text: string): string {
  return text.replace(controlInLines, '\uFFFD')
}

/** Equivalent JSON in one line that is safe to show, with more characters escaped than in usual JSON. */
export function toPlainJson(json: string): string {
  return json.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
