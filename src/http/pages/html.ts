/** A piece of a page: what was written by hand in it stands as it is, everything else was escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlPart = string | number | Html | null | undefined | false | readonly HtmlPart[]

/** HTML with what is put into it escaped, but for other HTML; lists are joined, and nothing stands for null and false. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.reduce((text, string, nth) => text + rendered(parts[nth - 1]) + string))
}

function rendered(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(rendered).join('')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
