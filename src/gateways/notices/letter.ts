import { asOneLine } from '../../domain/control-characters.ts'
import { operatorInSms, smsLength, smsName } from '../../domain/sms.ts'

/** The words of a notice, in plain text. The SMS says the same in fewer words, without its sender and link. */
export type NoticeWords = {
  readonly subject: string
  /** Heading above the lines, where the subject names the sender too. */
  readonly heading?: string
  readonly lines: readonly string[]
  /** Facts that it is about, each with its name: a small table below the lines. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  readonly sms: string
  /** Words that ask the reader of an SMS to follow the link, where they are not the usual ones. */
  readonly smsAsks?: string
}

/** The one link of a message, and what is said of it. */
export type NoticeLink = { readonly label: string; readonly url: string }

/** The head of a mail: who sends it, and why its reader gets it. */
export type LetterHead = {
  readonly from: string
  readonly why: string
  /** Words of the operator below every mail, in lines of their own. */
  readonly signOff?: string | null
  /** The colour of the button, `#rrggbb`, legible under white. */
  readonly accent?: string | null
}

/** The kind of reader of a notice; `people` are those who work for an operator. */
export type LetterReader = 'customer' | 'driver' | 'people'

/** The head of a mail to one of these readers: `from` is the name it goes out under, `operator` whom it concerns. */
export function letterHead(to: LetterReader, from: string, operator: string = from): LetterHead {
  if (to === 'customer') return { from, why: `${from} writes to you because you asked for a coach trip.` }
  if (to === 'driver')
    return { from, why: `${from} writes to you because you drive for ${operator === from ? 'them' : operator}.` }
  return { from, why: `You work at ${operator}. What you are told, and when, is yours to choose in your settings.` }
}

/** A mail that is ready to go: the same words twice. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string }

/** Two parts of an SMS, in places of GSM 03.38. */
export const smsPlaces = 2 * 153

const mostInSubject = 200

/** The mail that says one notice, or all of several under a subject that counts them. */
export function letterOf(
  notices: readonly NoticeWords[],
  link: NoticeLink,
  { from, why, signOff = null, accent = null }: LetterHead,
): Letter {
  const [first] = notices
  const isOne = notices.length === 1 && first !== undefined
  const subject = plain(isOne ? first.subject : `${notices.length} things to know`)
  const title = isOne ? plain(first.heading ?? first.subject) : subject
  const sections = notices.map(({ subject, heading = subject, lines, facts = [] }) => ({
    heading: isOne ? null : plain(heading),
    lines: lines.map(plain),
    facts: facts.map(([name, value]) => [name, plain(value)] as const),
  }))
  const paragraphs = sections.flatMap(({ heading, lines, facts }) => [
    ...(heading === null ? [] : [heading]),
    ...lines,
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join('\n')]),
  ])
  const [sender, reason] = [plain(from), plain(why)]
  const signed = signOff === null ? [] : signOff.trim().split('\n').map(plain)
  return {
    subject: cut(subject, mostInSubject),
    text: [
      sender,
      title,
      ...paragraphs,
      `${link.label}: ${link.url}`,
      ...(signOff === null ? [] : [signed.join('\n')]),
      `-- \n${reason}`,
    ].join('\n\n'),
    html: document(
      sender,
      title,
      [
        ...sections.flatMap(({ heading, lines, facts }) => [
          ...(heading === null ? [] : [`<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(heading)}</h2>`]),
          ...lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`),
          ...(facts.length === 0 ? [] : [table(facts)]),
        ]),
        button(link, accent ?? usualAccent),
        ...(signOff === null ? [] : [`<p style="margin:24px 0 0">${signed.map(escapeHtml).join('<br>')}</p>`]),
      ].join('\n'),
      reason,
    ),
  }
}

/** The SMS that says one notice, or how many there are; never longer than two parts, unless the link alone is. */
export function smsOf(notices: readonly NoticeWords[], sender: string, { label, url }: NoticeLink): string {
  const [first] = notices
  const isOne = notices.length === 1 && first !== undefined
  const said = isOne ? first.sms : `${notices.length} things to know`
  const from = `${smsName(sender, operatorInSms, 'Your operator')}: `
  const to = ` ${(isOne ? first.smsAsks : undefined) ?? label}: ${url}`
  const free = smsPlaces - (smsLength(from) ?? 0) - (smsLength(to) ?? to.length)
  return `${from}${smsName(said, Math.max(free, 3), 'There is news')}${to}`
}

/** The HTML of a mail that brings its own words: its paragraphs, with each address of the web as a link. */
export function htmlOf(subject: string, text: string, from: string): string {
  const paragraphs = text.split(/\n{2,}/).map((block) => `<p style="margin:0 0 12px">${linked(block.trim())}</p>`)
  return document(plain(from), plain(subject), paragraphs.join('\n'), null)
}

function linked(block: string): string {
  const words = block.split(/(https?:\/\/\S+)/)
  return words.map((word, nth) => (nth % 2 === 1 ? anchor(word, word) : escapeHtml(word).replaceAll('\n', '<br>'))).join('')
}

/** A name, a trip or a reason as an SMS may say it, cut to `atMost` characters. */
export function short(text: string, atMost = 60): string {
  return smsName(text, atMost, '')
}

function plain(text: string): string {
  return asOneLine(text.replace(/\s+/g, ' ').trim())
}

function cut(text: string, atMost: number): string {
  const characters = Array.from(text)
  return characters.length <= atMost
    ? text
    : `${characters
        .slice(0, atMost - 1)
        .join('')
        .trimEnd()}…`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as HTML shows it: nothing in it is markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** One column of 600 pixels: who writes, what happened, the rest of it, and why the reader gets it. */
function document(from: string, title: string, body: string, why: string | null): string {
  const foot =
    why === null
      ? ''
      : `\n<p style="border-top:1px solid #dfe4ea;color:#525c69;font-size:14px;margin:32px 0 0;padding-top:12px">${escapeHtml(why)}</p>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff">
<div style="max-width:600px;margin:0 auto">
<p style="color:#525c69;font-weight:600;margin:0 0 16px">${escapeHtml(from)}</p>
<h1 style="font-size:20px;line-height:1.4;margin:0 0 12px">${escapeHtml(title)}</h1>
${body}${foot}
</div>
</body>
</html>
`
}

function table(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="color:#525c69;font-weight:400;padding:4px 16px 4px 0;text-align:left;vertical-align:top;white-space:nowrap">${name}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  )
  return `<table style="border-collapse:collapse;margin:16px 0">\n${rows.join('\n')}\n</table>`
}

const usualAccent = '#1b4f9c'

/** A button for what the reader may do, and its address for one whose mail program shows no links. */
function button({ label, url }: NoticeLink, accent: string): string {
  const look = 'border-radius:6px;color:#fff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none'
  return `<p style="margin:24px 0 8px"><a href="${escapeHtml(url)}" style="background:${accent};${look}">${escapeHtml(label)}</a></p>
<p style="color:#525c69;font-size:14px;margin:0;overflow-wrap:anywhere">${escapeHtml(url)}</p>`
}

function anchor(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}" style="color:${usualAccent};overflow-wrap:anywhere">${escapeHtml(label)}</a>`
}
