/** A piece of a page. All values in it are escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlPart = string | number | Html | null | undefined | false | readonly HtmlPart[]

/** HTML with escaped values. Other HTML is inserted unchanged, lists are joined, null and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.reduce((text, string, nth) => text + renderHtmlValue(parts[nth - 1]) + string))
}

function renderHtmlValue(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapePageHtml(String(part))
  return part.map(renderHtmlValue).join('')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapePageHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
