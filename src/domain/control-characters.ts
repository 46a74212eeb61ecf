/**
 * Characters that steer a terminal or turn a line of text around without being seen. They are C0 and C1 (U+0000–001F,
 * U+007F–009F), and line and paragraph separators (U+2028, U+2029). Others set the direction of text (U+061C, U+200E,
 * U+200F, U+202A–202E, U+2066–2069).
 */
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Control characters but for line breaks and tabs, which text of several lines is laid out with. */
const controlInLines = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Pattern (ECMA-262) of a text of one line, as the API's document says it. */
export const oneLinePattern = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]*$'

/** Whether a text is one line without control characters. */
export function isOneLine(text: string): boolean {
  return text.search(control) < 0
}

/** One line that can be shown anywhere: U+FFFD stands in the place of each control character. */
export function asOneLine(text: string): string {
  return text.replace(control, '\uFFFD')
}

/** Lines that can be shown anywhere: U+FFFD stands in place of each control character but line breaks and tabs. */
export function asLines(text: string): string {
  return text.replace(controlInLines, '\uFFFD')
}

/** JSON of one line that says the same and can be shown anywhere: what JSON leaves as it is, is escaped too. */
export function asPlainJson(json: string): string {
  return json.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
