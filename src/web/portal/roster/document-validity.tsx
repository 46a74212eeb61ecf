import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { SecondLine } from '../../office/parts/table.tsx'
import { formatDaysAway } from '../../plain/moment.ts'
import { formatWord, type Tone } from '../../plain/words.ts'
import { toZoneDay } from '../../plain/zone.ts'

const tones: Readonly<Record<string, Tone>> = { ok: 'good', expiring: 'waiting', expired: 'wrong', missing: 'wrong' }

/** The validity of a licence, a certificate or an MOT: a word, the date, and the time until it. */
export function DocumentValidity({ validity, until }: { readonly validity?: string; readonly until: string | null }) {
  const { zone } = useSession()
  const now = useClock(60_000)
  const word = validity ?? findValidity(until, now)
  return (
    <>
      <Badge tone={tones[word] ?? 'plain'}>{word === 'ok' ? 'In date' : formatWord(word)}</Badge>
      {until !== null && (
        <SecondLine>
          {new Date(`${toZoneDay(until, zone)}T12:00Z`).toLocaleDateString('en-GB', {
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            timeZone: 'UTC',
          })}
          , {formatDaysAway(Date.parse(until), now)}
        </SecondLine>
      )}
    </>
  )
}

const soonMs = 30 * 24 * 3_600_000

/** The validity of a document by the rule of the server: a document is expiring within 30 days of its end. */
function findValidity(until: string | null, now: number): string {
  if (until === null) return 'missing'
  const left = Date.parse(until) - now
  return left <= 0 ? 'expired' : left <= soonMs ? 'expiring' : 'ok'
}
