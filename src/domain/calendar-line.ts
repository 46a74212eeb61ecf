/** A line of a calendar file must not be longer than that (octets), without its end. */
const mostOctets = 75

const encoder = new TextEncoder()

/** `NAME:value`, folded as RFC 5545 wants it: no line is longer than 75 octets, and no character is torn. Ends with CRLF. */
export function calendarLine(name: string, value: string): string {
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

/** Any text as the value of a property that is text: what means something there is escaped, and what may not stand there is left out. */
export function calendarText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a calendar may not hold
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}
