import { readDraft } from './drafts.ts'
import type { CabTrip } from './records.ts'
import { type CheckDraft, isStillGood, newCheck } from './walkaround.ts'

/** Each trip has its own, so that none is lost to another. */
const nameOf = (tripRef: string | null) => `check.${tripRef ?? ''}`

/** The page on which a walkaround is found under its name. */
export const pageOf = (name: string) => (name === nameOf(null) ? '/check' : `/check?trip=${name.slice(nameOf(null).length)}`)

/** Under which it is kept which walkaround was typed into last. */
export const typedLast = 'typed-last'

/** A walkaround that goes on, and the name under which this phone keeps it. */
export type OpenCheck = { readonly name: string; readonly draft: CheckDraft }

/**
 * Finds the walkaround that was begun and goes on, or begins one. `wanted` is the trip that was asked for, `duty` the
 * one it is for.
 */
export function openCheck(wanted: string | null, duty: CabTrip | null): OpenCheck {
  const own = nameOf(wanted ?? duty?.ref ?? null)
  const names = wanted === null ? [readDraft<string>(typedLast), own, nameOf(null)] : [own]
  const begun = names.flatMap((name) => {
    const draft = name === null ? null : readDraft<CheckDraft>(name)
    return name !== null && draft !== null && isStillGood(draft, Date.now()) ? [{ name, draft }] : []
  })
  // What was sent back to be mended is what somebody came for.
  const found = begun.find(({ draft }) => draft.at != null) ?? begun[0]
  return found ?? { name: own, draft: newCheck(duty?.vehicle.registration ?? '', duty?.ref ?? null, Date.now()) }
}
