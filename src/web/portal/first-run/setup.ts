import createClient from 'openapi-fetch'
import type { paths } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { root } from '../../office/api/address.ts'
import type { Records } from '../../office/api/client.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }

/** The state of the setup: the choices, and the settings that are already fixed. */
export type SetupState = Records['SetupState']

/** The form of the setup. The browser keeps its draft until it is sent, without the mail server and its password. */
export const setupForm = createForm<Records['SetupInput']>(readLimits('SetupInput'))

/** The API client of the setup, with the token of its address. */
export function createSetupClient(token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  return createClient<paths>({ baseUrl: root.slice(0, -1), headers })
}

/** The most likely currency of a time zone. Null if there is none. */
export function findCurrency(timezone: string): string | null {
  if (timezone === 'Europe/London' || timezone === 'Europe/Belfast') return 'GBP'
  if (timezone === 'Europe/Zurich') return 'CHF'
  if (/^Europe\/(Dublin|Paris|Berlin|Madrid|Rome|Vienna|Brussels|Amsterdam|Lisbon|Helsinki|Athens|Luxembourg)$/.test(timezone))
    return 'EUR'
  if (/^America\/(New_York|Chicago|Denver|Los_Angeles)$/.test(timezone)) return 'USD'
  return null
}
