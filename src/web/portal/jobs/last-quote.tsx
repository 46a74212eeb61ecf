import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, requireAnswer } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { showFailure } from '../../office/api/refused.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

/** Number of trips of one route that are searched for the last quote. */
const most = 6

/** A button that fills the form from the last quote for the same route. */
export function LastQuoteButton(props: { readonly job: InboxJob; readonly take: (quote: SentQuote) => void }) {
  const { job, take } = props
  const [isBusy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    try {
      const found = await findLastOnRoute(job)
      if (found === null) showNotice('You have not quoted this route before.')
      else {
        take(found.quote)
        showNotice(`Filled in from ${found.ref}. Check it before you send it.`)
      }
    } catch (thrown) {
      showFailure(thrown, { before: 'Could not load your last quote' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => void look()}>
      Use last quote
    </Button>
  )
}

async function findLastOnRoute({ ref, pickup, dropoff, currency_code }: InboxJob) {
  const q = `${pickup.locality ?? pickup.label} ${dropoff.locality ?? dropoff.label}`.slice(0, 80)
  const { data } = await requireAnswer(api.GET('/portal/v1/search', { params: { query: { q } } }))
  const refs = data.results.flatMap(({ kind, id }) => ((kind === 'job' || kind === 'booking') && id !== ref ? [String(id)] : []))
  const jobs = await Promise.all(
    refs.slice(0, most).map((other) => requireAnswer(api.GET('/api/v1/jobs/{ref}', { params: { path: { ref: other } } }))),
  )
  const quoted = jobs.flatMap(({ data: other }) =>
    other.my_quote === null || other.currency_code !== currency_code ? [] : [{ ref: other.ref, quote: other.my_quote }],
  )
  return quoted.toSorted((one, other) => (one.quote.submitted_at < other.quote.submitted_at ? 1 : -1))[0] ?? null
}
