import { useEffect, useState } from 'preact/hooks'
import { spokenInstant } from '../plain/moment.ts'
import { ownZone } from '../plain/zone.ts'
import { askOwn } from './api.ts'
import type { DriverRecords } from './records.ts'

type OwnConsent = DriverRecords['Consent']

/** Every time that the office was let see where the driver is, or no longer; nothing before the first. Read again with each `switched`. */
export function ConsentHistory({ switched }: { readonly switched: number }) {
  const [history, setHistory] = useState<OwnConsent['history']>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another switch is another line
  useEffect(() => {
    void askOwn<OwnConsent>('GET', '/consents').then(({ data }) => data !== null && setHistory(data.history))
  }, [switched])
  if (history.length === 0) return null
  return (
    <details class="fold">
      <summary>When it was switched</summary>
      <ul class="lines">
        {history.toReversed().map(({ location_tracking: isOn, changed_at: at }) => (
          <li key={at}>
            Switched {isOn ? 'on' : 'off'} {spokenInstant(at, ownZone(), Date.now())}
          </li>
        ))}
      </ul>
    </details>
  )
}
