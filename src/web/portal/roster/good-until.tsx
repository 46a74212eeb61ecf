import { spokenDaysAway } from '../../plain/moment.ts'
import { spokenWord, type Tone } from '../../plain/words.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'
import { Badge } from '../parts/state-badge.tsx'
import { SecondLine } from '../parts/table.tsx'
import { dayIn } from './days.ts'

const tones: Readonly<Record<string, Tone>> = { ok: 'good', expiring: 'waiting', expired: 'wrong', missing: 'wrong' }

/** The validity of a licence, a certificate or an MOT: a word, the day, and how far off it is. */
export function GoodUntil({ validity, until }: { readonly validity?: string; readonly until: string | null }) {
  const { zone } = useSession()
  const now = useNow(60_000)
  const word = validity ?? validityOf(until, now)
  return (
    <>
      <Badge tone={tones[word] ?? 'plain'}>{word === 'ok' ? 'In date' : spokenWord(word)}</Badge>
      {until !== null && (
        <SecondLine>
          {new Date(`${dayIn(until, zone)}T12:00Z`).toLocaleDateString('en-GB', {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            timeZone: 'UTC',
          })}
          , {spokenDaysAway(Date.parse(until), now)}
        </SecondLine>
      )}
    </>
  )
}

const soonMs = 30 * 24 * 3_600_000

/** The validity of a document, as the server tells it of drivers': what ends within 30 days is expiring. */
function validityOf(until: string | null, now: number): string {
  if (until === null) return 'missing'
  const left = Date.parse(until) - now
  return left <= 0 ? 'expired' : left <= soonMs ? 'expiring' : 'ok'
}
