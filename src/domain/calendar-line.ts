/** Greatest length of a line of a calendar file in octets, without its end. */
const mostOctets = 75

const encoder = new TextEncoder()

/** Writes `NAME:value`, folded by RFC 5545 at 75 octets without splitting a character. Ends with CRLF. */
export function formatCalendarLine(name: string, value: string): string {
  const lines: string[] = []
  let line = ''
  let octets = 0
  for (const character of `${name}:${value}`) {
    const more = encoder.encode(character).length
    if (octets + more > mostOctets) {
      lines.push(line)
      line = ' '
      octets = 1
    }
    line += character
    octets += more
  }
  return `${[...lines, line].join('\r\n')}\r\n`
}

/** Writes any text as the value of a text property: it escapes special characters and drops forbidden ones. */
export function escapeCalendarText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar cannot contain these characters
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}
