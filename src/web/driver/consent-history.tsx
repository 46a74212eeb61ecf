import { useEffect, useState } from 'preact/hooks'
import { formatInstant } from '../plain/moment.ts'
import { findOwnZone } from '../plain/zone.ts'
import { callOwnApi } from './api.ts'
import type { DriverRecords } from './records.ts'

type OwnConsent = DriverRecords['Consent']

/** Every change of the location consent; nothing before the first. It is read again after each change of `switched`. */
export function ConsentHistory({ switched }: { readonly switched: number }) {
  const [history, setHistory] = useState<OwnConsent['history']>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each switch adds a line
  useEffect(() => {
    void callOwnApi<OwnConsent>('GET', '/consents').then(({ data }) => data !== null && setHistory(data.history))
  }, [switched])
  if (history.length === 0) return null
  return (
    <details class="fold">
      <summary>Sharing history</summary>
      <ul class="lines">
        {history.toReversed().map(({ location_tracking: isOn, changed_at: at }) => (
          <li key={at}>
            Switched {isOn ? 'on' : 'off'} {formatInstant(at, findOwnZone(), Date.now())}
          </li>
        ))}
      </ul>
    </details>
  )
}
