import type { TextSpan } from './folding.ts'

const local = /[\p{L}\p{N}\uD800-\uDFFF.!#$%&'*+/=?^_`{|}~-]/u
const quoted = /"[^"\n]{1,64}"$/
const ats = / {0,2}@ {0,2}| ?[([{]at[)\]}] ?/gi
const domain =
  /(?:[\p{L}\p{N}-]+(?:\.| ?[([{]dot[)\]}] ?))+(?![\d-]+(?![\p{L}\p{N}-]))([\p{L}\p{N}-]{2,})|\[[0-9a-f.:]{2,45}\]/iuy

// The look-behind prevents a second search inside a run, which keeps the time linear on hostile text.
const schemed = /(?<![\p{L}\p{N}+.-])[\p{L}\p{N}+.-]+:\/\/[^\s<>"]+/gu
const wwws = /www\d?\.[^\s<>"]{2,}/giu
const hosts = /[\p{L}\p{N}.-]+/gu
const tail = /(?::\d{1,5}(?!\d))?(?:[/?#][^\s<>"]*)?/y

/** Endings that occur in no sentence by accident, in any case. */
const certain = splitWords('com net org info biz edu gov mil eu uk')

/** Endings in lower case only, because "…at the hall.Coach waits" is a missing space and not a site. */
const likely = splitWords(`
  ac ad ae ai ar au bg br ca cc ch cl cn co cy cz de dk ee es fi fm fr gd gg gl gr gs hk hr hu ie il io je jp kr li lt lu lv ly mc mt
  mx nl nz pl pt ro ru se sg sk tr tv ua vc ws za app dev online shop store site website xyz club live london wales scot cymru
  irish coach travel tours holiday school academy college education church events agency company ltd limited solutions services
  email mobi tech cloud digital media blog design studio cafe restaurant taxi limo social chat link page wiki global ngo`)

/** Endings that are also words, so that only a path after them makes an address (`wa.me/4477…`). */
const ambiguousEndings = splitWords('am as at be by do group id im in is it la me my no pm ru sh si so st team to today us world')

/** Finds email addresses in a folded text, also those written with [at] and (dot). */
export function findEmailSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  let floor = 0
  for (const { 0: sign, index } of text.matchAll(ats)) {
    const start = localStart(text, index, floor)
    floor = index + sign.length
    domain.lastIndex = floor
    const found = domain.exec(text)
    if (start === index || !found) continue

    const ending = found[1]
    if (ending !== undefined && /^ *@ +$|^ +@/.test(sign) && !isKnownEnding(ending)) continue
    floor += found[0].length
    spans.push([start, floor])
  }
  return spans
}

function localStart(text: string, end: number, floor: number): number {
  let start = end
  while (start > floor && local.test(text[start - 1] ?? '')) start--
  return start < end ? start : end - (quoted.exec(text.slice(Math.max(floor, end - 66), end))?.[0].length ?? 0)
}

/** Finds addresses of web pages in a folded text, with a scheme (`https://…`) and without (`www.x`, `x.co.uk/y`). */
export function findUrlSpans(text: string): TextSpan[] {
  const marked = [...text.matchAll(schemed), ...text.matchAll(wwws)].map(
    ({ 0: found, index }) => [index, index + found.length] as const,
  )
  return [...marked, ...bareSpans(text)].map(([start, end]) => [start, withoutPunctuation(text, start, end)])
}

function bareSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  for (const { 0: host, index } of text.matchAll(hosts)) {
    if (!host.includes('.')) continue
    let end = 0
    for (const { 0: ending, index: dotAt } of host.matchAll(/(?<=[\p{L}\p{N}-]\.)\p{L}{2,}(?![\p{L}\p{N}]|-+\p{L})/gu)) {
      const reached = dotAt + ending.length
      if (
        isKnownEnding(ending) ||
        (ambiguousEndings.has(ending) && /^\/[^\s/]/.test(text.slice(index + reached, index + reached + 2)))
      )
        end = reached
    }
    if (end === 0) continue
    tail.lastIndex = index + end
    spans.push([index, index + end + (tail.exec(text)?.[0].length ?? 0)])
  }
  return spans
}

function isKnownEnding(ending: string): boolean {
  return (
    certain.has(ending.toLowerCase()) ||
    likely.has(ending) ||
    (ending.length === 2 && likely.has(ending.toLowerCase()) && ending === ending.toUpperCase())
  )
}

function withoutPunctuation(text: string, start: number, end: number): number {
  let last = end
  while (last > start + 1 && /[.,;:!?)\]}'*-]/.test(text[last - 1] ?? '')) last--
  return last
}

function splitWords(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
