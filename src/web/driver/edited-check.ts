import { useEffect, useState } from 'preact/hooks'
import { useApp } from './app.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { findCurrentTrip, findLastEnded } from './duty.ts'
import { type OpenCheck, openCheck, typedLast } from './open-check.ts'
import { findServerTime } from './server-time.ts'
import { type CheckDraft, normalizePlate } from './walkaround.ts'

/** The open vehicle check of the page, and the changes to it. Every change is saved on this phone. */
export function useOpenCheck() {
  const { trips, box } = useApp()
  const [open, setOpen] = useState<OpenCheck | null>(null)
  const wanted = new URLSearchParams(location.search).get('trip')
  const duty = wanted === null ? (findCurrentTrip(trips, box, 15, findServerTime())?.trip ?? null) : (trips[wanted] ?? null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an update does not restart a started check
  useEffect(() => setOpen(openCheck(wanted, duty)), [])

  const draft = open?.draft ?? null
  const set = (changes: Partial<CheckDraft>) => {
    if (open === null) return
    const changed = { ...open.draft, ...changes }
    setOpen({ ...open, draft: changed })
    saveDraft(open.name, changed)
    saveDraft(typedLast, open.name)
  }

  // The page may open before the duties are read. The vehicle is then filled in later, whatever else was typed.
  const dutyRef = duty?.ref ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the check and the duty have loaded
  useEffect(() => {
    if (open === null || duty === null || open.draft.plate !== '' || open.draft.tripRef !== null) return
    if (readDraft(open.name) === null) setOpen(openCheck(wanted, duty))
    else set({ plate: duty.vehicle.registration, tripRef: duty.ref })
  }, [dutyRef, open === null])

  /** A check after a trip is of the last driven vehicle, not of the next one. */
  const turn = (kind: CheckDraft['kind']) => {
    if (draft === null) return
    const isPrefilled = draft.tripRef !== null || draft.plate === ''
    const isFree = wanted === null && Object.keys(draft.items).length === 0
    const trip = kind === 'post_trip' ? findLastEnded(trips, box) : duty
    if (!isFree || !isPrefilled || trip === null) return set({ kind })
    set({ kind, plate: trip.vehicle.registration, tripRef: trip.ref })
  }

  /** The check names the trip only together with its vehicle. */
  const setPlate = (plate: string) => {
    const own = draft === null || draft.tripRef === null ? undefined : trips[draft.tripRef]
    const isOther = own !== undefined && normalizePlate(own.vehicle.registration) !== normalizePlate(plate)
    set(isOther ? { plate, tripRef: null } : { plate })
  }

  return { open, set, turn, setPlate }
}
