import { findDriverPage, findPortalPage } from '../../domain/notice-pages.ts'
import { formatToken } from '../../domain/token.ts'
import { buildEmailHead, escapeEmailHtml, type NoticeLink, renderEmail, renderSms } from './letter.ts'
import { listNoticeSamples, type NoticeSample, usualNames } from './samples.ts'

/** A sample link. */
function buildPreviewLink({ to, fact }: NoticeSample, baseUrl: string): NoticeLink {
  const random = new Uint8Array(32)
  if (to === 'customer') return { label: 'Your trip', url: `${baseUrl}/trip#${formatToken('trip_link', random)}` }
  const news = { ref: 'TR-7GQ2MX', subjectId: 7, isTheirs: true }
  const { path, says } = to === 'driver' ? findDriverPage(fact, news) : findPortalPage(fact, news)
  return { label: says, url: `${baseUrl}/${to === 'driver' ? 'driver' : 'portal'}${path}` }
}

/** A page of HTML with every notice as email and as SMS, with sample facts. */
export function renderPreviewPage(baseUrl: string): string {
  const sections = listNoticeSamples().map((sample) => {
    const { fact, to, words } = sample
    const letter = renderEmail([words], buildPreviewLink(sample, baseUrl), buildEmailHead(to, usualNames.operator))
    const sms = renderSms([words], usualNames.operator, buildPreviewLink(sample, baseUrl))
    return `<section>
<h2>${fact} <small>to ${to === 'people' ? 'the operator' : `the ${to}`}</small></h2>
<p><b>${escapeEmailHtml(letter.subject)}</b></p>
<iframe title="${fact} to ${to}" sandbox srcdoc="${escapeEmailHtml(letter.html)}"></iframe>
<details><summary>Plain text and SMS</summary>
<pre>${escapeEmailHtml(letter.text)}</pre>
<pre>${escapeEmailHtml(sms)}</pre>
</details>
</section>`
  })
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Messages of charabanc</title>
<style>
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif }
iframe { width: 100%; height: 36em; border: 1px solid #ccc }
pre { white-space: pre-wrap; background: #f4f4f4; padding: 1em }
</style></head>
<body>
<h1>Messages of charabanc</h1>
<p>People, trips and amounts are made up. The links do not work.</p>
${sections.join('\n')}
</body>
</html>
`
}
