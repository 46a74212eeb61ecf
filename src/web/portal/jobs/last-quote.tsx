import { Button } from '@mantine/core'
import { useState } from 'react'
import { answerOf, api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { sayFailed } from '../api/refused.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

/** Trips of one route that are looked at for the quote sent last. */
const most = 6

/** Fills the form in as the quote that was sent last for another trip between the same places. */
export function LastQuote(props: { readonly job: InboxJob; readonly take: (quote: SentQuote) => void }) {
  const { job, take } = props
  const [isBusy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    try {
      const found = await lastOnRoute(job)
      if (found === null) say('You have not quoted this route before.')
      else {
        take(found.quote)
        say(`Filled in like ${found.ref}. Look it over before you send it.`)
      }
    } catch (thrown) {
      sayFailed(thrown, { before: 'Your last quote could not be read' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => void look()}>
      Like my last one here
    </Button>
  )
}

async function lastOnRoute({ ref, pickup, dropoff, currency_code }: InboxJob) {
  const q = `${pickup.locality ?? pickup.label} ${dropoff.locality ?? dropoff.label}`.slice(0, 80)
  const { data } = await answerOf(api.GET('/portal/v1/search', { params: { query: { q } } }))
  const refs = data.results.flatMap(({ kind, id }) => ((kind === 'job' || kind === 'booking') && id !== ref ? [String(id)] : []))
  const jobs = await Promise.all(
    refs.slice(0, most).map((other) => answerOf(api.GET('/api/v1/jobs/{ref}', { params: { path: { ref: other } } }))),
  )
  const quoted = jobs.flatMap(({ data: other }) =>
    other.my_quote === null || other.currency_code !== currency_code ? [] : [{ ref: other.ref, quote: other.my_quote }],
  )
  return quoted.toSorted((one, other) => (one.quote.submitted_at < other.quote.submitted_at ? 1 : -1))[0] ?? null
}
