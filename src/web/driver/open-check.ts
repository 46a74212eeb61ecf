import { readDraft } from './drafts.ts'
import type { CabTrip } from './records.ts'
import { type CheckDraft, createCheck, isDraftFresh } from './walkaround.ts'

/** A separate draft for each trip. */
const buildCheckName = (tripRef: string | null) => `check.${tripRef ?? ''}`

/** The address of a walkaround check by its name. */
export const buildCheckPath = (name: string) =>
  name === buildCheckName(null) ? '/check' : `/check?trip=${name.slice(buildCheckName(null).length)}`

/** Draft name of the last edited walkaround check. */
export const typedLast = 'typed-last'

/** An open walkaround check, and its draft name on this phone. */
export type OpenCheck = { readonly name: string; readonly draft: CheckDraft }

/** Finds the open walkaround check, or begins one. `wanted` is the requested trip, `duty` the trip of the check. */
export function openCheck(wanted: string | null, duty: CabTrip | null): OpenCheck {
  const own = buildCheckName(wanted ?? duty?.ref ?? null)
  const names = wanted === null ? [readDraft<string>(typedLast), own, buildCheckName(null)] : [own]
  const begun = names.flatMap((name) => {
    const draft = name === null ? null : readDraft<CheckDraft>(name)
    return name !== null && draft !== null && isDraftFresh(draft, Date.now()) ? [{ name, draft }] : []
  })
  // A refused check that must be corrected comes first.
  const found = begun.find(({ draft }) => draft.at != null) ?? begun[0]
  return found ?? { name: own, draft: createCheck(duty?.vehicle.registration ?? '', duty?.ref ?? null, Date.now()) }
}
