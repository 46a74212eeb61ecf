import { useState } from 'react'
import { useUnsafeCoaches } from '../duties/crew.ts'
import { UnsafeCoach } from '../duties/unsafe-coach.tsx'
import type { Item, Whole } from './diary.ts'
import { type HalfGiven, MissingHalf } from './missing-half.tsx'
import { assignWithUndo, type CrewGiven } from './moves.ts'

/**
 * A React hook that assigns an item to a row, and the dialogs for it: the missing driver or vehicle, and the confirmation of an
 * unsafe vehicle. `begun` is called before an assignment is sent.
 */
export function useGiving({ rows }: Whole, begun: () => void) {
  const [half, setHalf] = useState<HalfGiven | null>(null)
  const [unsafe, setUnsafe] = useState<(CrewGiven & { readonly item: Item }) | null>(null)
  const { data: unsafePlates } = useUnsafeCoaches()

  const move = (item: Item, driver: CrewGiven['driver'], vehicle: CrewGiven['vehicle'], isAsked = false) => {
    begun()
    setHalf(null)
    const isUnsafe = vehicle.registration !== item.vehicle_reg && unsafePlates?.has(vehicle.registration)
    setUnsafe(isUnsafe && !isAsked ? { item, driver, vehicle } : null)
    if (!isUnsafe || isAsked) void assignWithUndo(item, { driver, vehicle })
  }
  const give = (item: Item, rowId: number) => {
    const row = rows.find(({ id }) => id === rowId)
    if (row === undefined) return
    if (row.registration !== undefined) {
      const vehicle = { id: row.id, registration: row.registration }
      if (item.driver === null) setHalf({ item, vehicle, driver: null })
      else if (item.vehicle_id !== row.id) move(item, item.driver, vehicle)
      return
    }
    const driver = { id: row.id, name: row.name ?? '' }
    if (item.vehicle_reg === null) setHalf({ item, vehicle: null, driver })
    else if (item.driver?.id !== row.id) move(item, driver, { id: item.vehicle_id, registration: item.vehicle_reg })
  }
  const dialogs = (
    <>
      <MissingHalf
        given={half}
        close={() => setHalf(null)}
        done={(driver, vehicle) => half && move(half.item, driver, vehicle)}
      />
      <UnsafeCoach
        registration={unsafe?.vehicle.registration ?? ''}
        tripRef={unsafe?.item.ref ?? ''}
        isOpen={unsafe !== null}
        close={() => setUnsafe(null)}
        confirm={() => unsafe && move(unsafe.item, unsafe.driver, unsafe.vehicle, true)}
      />
    </>
  )
  return { give, dialogs }
}
