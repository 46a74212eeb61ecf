import { pageForDriver, pageForPeople } from '../../domain/notice-pages.ts'
import { tokenText } from '../../domain/token.ts'
import { escapeHtml, letterHead, letterOf, type NoticeLink, smsOf } from './letter.ts'
import { type NoticeSample, noticeSamples, usualNames } from './samples.ts'

/** A link that looks like one and opens nothing. */
function linkTo({ to, fact }: NoticeSample, baseUrl: string): NoticeLink {
  const random = new Uint8Array(32)
  if (to === 'customer') return { label: 'Your trip', url: `${baseUrl}/trip#${tokenText('trip_link', random)}` }
  const news = { ref: 'TR-7GQ2MX', subjectId: 7, isTheirs: true }
  const { path, says } = to === 'driver' ? pageForDriver(fact, news) : pageForPeople(fact, news)
  return { label: says, url: `${baseUrl}/${to === 'driver' ? 'driver' : 'portal'}${path}` }
}

/** A page of HTML with every notice as mail and as SMS, made of made-up facts. */
export function previewPage(baseUrl: string): string {
  const sections = noticeSamples().map((sample) => {
    const { fact, to, words } = sample
    const letter = letterOf([words], linkTo(sample, baseUrl), letterHead(to, usualNames.operator))
    const sms = smsOf([words], usualNames.operator, linkTo(sample, baseUrl))
    return `<section>
<h2>${fact} <small>to ${to === 'people' ? 'the people of the operator' : `the ${to}`}</small></h2>
<p><b>${escapeHtml(letter.subject)}</b></p>
<iframe title="${fact} to ${to}" sandbox srcdoc="${escapeHtml(letter.html)}"></iframe>
<details><summary>Plain text and SMS</summary>
<pre>${escapeHtml(letter.text)}</pre>
<pre>${escapeHtml(sms)}</pre>
</details>
</section>`
  })
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Every message of charabanc</title>
<style>
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif }
iframe { width: 100%; height: 36em; border: 1px solid #ccc }
pre { white-space: pre-wrap; background: #f4f4f4; padding: 1em }
</style></head>
<body>
<h1>Every message of charabanc</h1>
<p>People, trips and money are made up, and no link opens anything.</p>
${sections.join('\n')}
</body>
</html>
`
}
