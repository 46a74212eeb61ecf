import { toOneLine } from '../../domain/control-characters.ts'
import { countSmsLength, formatSmsName, operatorInSms } from '../../domain/sms.ts'

/** The words of a notice in plain text; the SMS without its sender and link. */
export type NoticeWords = {
  /** Event, then date and route. */
  readonly subject: string
  /** Heading above the lines if it differs from the subject. */
  readonly heading?: string
  /** The first line names the actor, the event and the deadline. */
  readonly lines: readonly string[]
  /** Named facts for a small table below the lines. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  readonly sms: string
  /** Shorter SMS, sent if only it fits one part. */
  readonly smsBrief?: string
  /** Request before the link of an SMS, instead of the link's label. */
  readonly smsAsks?: string
}

/** The only link of a message, with its label. */
export type NoticeLink = { readonly label: string; readonly url: string }

/** The head of a mail: its sender, and the reason why the reader receives it. */
export type LetterHead = {
  readonly from: string
  readonly why: string
  /** The operator's own words below every mail, line by line. */
  readonly signOff?: string | null
  /** The colour of the button, `#rrggbb`, legible behind white text. */
  readonly accent?: string | null
}

/** The kind of reader of a notice; `people` work for an operator. */
export type LetterReader = 'customer' | 'driver' | 'people'

/** The head of an email to this kind of reader: `from` is the sender's name, `operator` the operator's. */
export function buildEmailHead(to: LetterReader, from: string, operator: string = from): LetterHead {
  if (to === 'customer') return { from, why: `${from} sends you this email because you requested a coach trip.` }
  if (to === 'driver') return { from, why: `${from} sends you this email because you drive for ${operator}.` }
  return { from, why: `You receive this email because you work at ${operator}. Choose your notifications in your settings.` }
}

/** An email in its final form, as text and as HTML. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string }

/** Places of GSM 03.38 in an SMS of one part, and in one of two. */
export const smsPartPlaces = 160
export const smsPlaces = 2 * 153

const mostInSubject = 200

/** The email with one notice, or with several under a subject with their number. */
export function renderEmail(
  notices: readonly NoticeWords[],
  link: NoticeLink,
  { from, why, signOff = null, accent = null }: LetterHead,
): Letter {
  const [first] = notices
  const isOne = notices.length === 1 && first !== undefined
  const subject = toPlainLine(isOne ? first.subject : `${notices.length} updates`)
  const title = isOne ? toPlainLine(first.heading ?? first.subject) : subject
  const sections = notices.map(({ subject, heading = subject, lines, facts = [] }) => ({
    heading: isOne ? null : toPlainLine(heading),
    lines: lines.map(toPlainLine),
    facts: facts.map(([name, value]) => [name, toPlainLine(value)] as const),
  }))
  const paragraphs = sections.flatMap(({ heading, lines, facts }) => [
    ...(heading === null ? [] : [heading]),
    ...lines,
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join('\n')]),
  ])
  const [sender, reason] = [toPlainLine(from), toPlainLine(why)]
  const signed = signOff === null ? [] : signOff.trim().split('\n').map(toPlainLine)
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
    html: renderHtmlDocument(
      sender,
      title,
      [
        ...sections.flatMap(({ heading, lines, facts }) => [
          ...(heading === null ? [] : [`<h2 style="font-size:16px;margin:24px 0 8px">${escapeEmailHtml(heading)}</h2>`]),
          ...lines.map((line) => `<p style="margin:0 0 12px">${escapeEmailHtml(line)}</p>`),
          ...(facts.length === 0 ? [] : [renderFactTable(facts)]),
        ]),
        renderButton(link, accent ?? usualAccent),
        ...(signOff === null ? [] : [`<p style="margin:24px 0 0">${signed.map(escapeEmailHtml).join('<br>')}</p>`]),
      ].join('\n'),
      reason,
    ),
  }
}

/** The SMS with one notice, or with the number of several. It has at most two parts, unless the link alone is longer. */
export function renderSms(notices: readonly NoticeWords[], sender: string, link: NoticeLink): string {
  const [first] = notices
  if (notices.length !== 1 || first === undefined) return buildSms(`${notices.length} updates`, sender, link)
  const { sms, smsBrief, smsAsks = link.label } = first
  const build = (words: string) => buildSms(words, sender, { ...link, label: smsAsks })
  const fits = (text: string) => (countSmsLength(text) ?? text.length) <= smsPartPlaces
  const long = build(sms)
  if (smsBrief === undefined || fits(long)) return long
  const brief = build(smsBrief)
  return fits(brief) ? brief : long
}

/** The text with a full stop, unless it ends with one or with another end of a sentence. */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function buildSms(words: string, sender: string, { label, url }: NoticeLink): string {
  const from = `${formatSmsName(sender, operatorInSms, 'Your operator')}: `
  const to = ` ${label}: ${url}`
  const free = smsPlaces - (countSmsLength(from) ?? 0) - (countSmsLength(to) ?? to.length) - 1
  const shortenText = formatSmsName(words, Math.max(free, 3), 'You have an update')
  return `${from}${endSentence(shortenText)}${to}`
}

/** The HTML of a mail with its own words: its paragraphs, with each web address as a link. */
export function renderEmailHtml(subject: string, text: string, from: string): string {
  const paragraphs = text.split(/\n{2,}/).map((block) => `<p style="margin:0 0 12px">${linkAddresses(block.trim())}</p>`)
  return renderHtmlDocument(toPlainLine(from), toPlainLine(subject), paragraphs.join('\n'), null)
}

function linkAddresses(block: string): string {
  const words = block.split(/(https?:\/\/\S+)/)
  return words
    .map((word, nth) => (nth % 2 === 1 ? renderAnchor(word, word) : escapeEmailHtml(word).replaceAll('\n', '<br>')))
    .join('')
}

/** A name or a text in the characters of an SMS, with at most `atMost` of them. */
export function shortenForSms(text: string, atMost = 60): string {
  return formatSmsName(text, atMost, '')
}

function toPlainLine(text: string): string {
  return toOneLine(text.replace(/\s+/g, ' ').trim())
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

/** Escapes a text for HTML. */
export function escapeEmailHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** One column of 600 pixels: sender, title, body, and the reason why the reader receives it. */
function renderHtmlDocument(from: string, title: string, body: string, why: string | null): string {
  const foot =
    why === null
      ? ''
      : `\n<p style="border-top:1px solid #dfe4ea;color:#525c69;font-size:14px;margin:32px 0 0;padding-top:12px">${escapeEmailHtml(why)}</p>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeEmailHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff">
<div style="max-width:600px;margin:0 auto">
<p style="color:#525c69;font-weight:600;margin:0 0 16px">${escapeEmailHtml(from)}</p>
<h1 style="font-size:20px;line-height:1.4;margin:0 0 12px">${escapeEmailHtml(title)}</h1>
${body}${foot}
</div>
</body>
</html>
`
}

function renderFactTable(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="color:#525c69;font-weight:400;padding:4px 16px 4px 0;text-align:left;vertical-align:top;white-space:nowrap">${name}</th><td style="padding:4px 0">${escapeEmailHtml(value)}</td></tr>`,
  )
  return `<table style="border-collapse:collapse;margin:16px 0">\n${rows.join('\n')}\n</table>`
}

const usualAccent = '#1b4f9c'

/** A button, and its address below for mail programs that show no links. */
function renderButton({ label, url }: NoticeLink, accent: string): string {
  const look = 'border-radius:6px;color:#fff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none'
  return `<p style="margin:24px 0 8px"><a href="${escapeEmailHtml(url)}" style="background:${accent};${look}">${escapeEmailHtml(label)}</a></p>
<p style="color:#525c69;font-size:14px;margin:0;overflow-wrap:anywhere">${escapeEmailHtml(url)}</p>`
}

function renderAnchor(url: string, label: string): string {
  return `<a href="${escapeEmailHtml(url)}" style="color:${usualAccent};overflow-wrap:anywhere">${escapeEmailHtml(label)}</a>`
}
