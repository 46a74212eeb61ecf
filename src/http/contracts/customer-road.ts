import { Type } from '@sinclair/typebox'
import type { EnteredIncident } from '../../actions/road/incidents.ts'
import type { CoachOnRoad } from '../../actions/road/on-the-road.ts'
import { findFirstName } from '../../domain/driver.ts'
import { toInstant } from '../../domain/instant.ts'
import { steps } from '../../domain/progress.ts'
import { defineContract } from '../contract.ts'
import { input, moment, nullable, oneOf, prose, record } from '../schema.ts'

const CoachProgress = record({
  vehicle_no: Type.Integer(),
  vehicle_reg: Type.String(),
  driver_first_name: nullable(Type.String()),
  status: nullable(oneOf(steps)),
  delay_minutes: nullable(Type.Integer()),
})

export const TripProgress = record({ coaches: Type.Array(CoachProgress) })

/**
 * The progress of a trip's coaches for its customer. `status` is null before the coach sets off for its leg, `delay_minutes` if
 * it is on time.
 */
export const TripProgressView = defineContract(TripProgress, (coaches: readonly CoachOnRoad[]) => ({
  coaches: coaches.map(({ vehicleNo, vehicleReg, driver, status, delayMinutes }) => ({
    vehicle_no: vehicleNo,
    vehicle_reg: vehicleReg,
    driver_first_name: driver.erasedAt === null ? findFirstName(driver.name) : null,
    status: status === 'pending' ? null : status,
    delay_minutes: delayMinutes === 0 ? null : delayMinutes,
  })),
}))

export const LostPropertyBody = input({ note: prose({ min: 1, max: 1000 }) })

const LostProperty = record({ note: Type.String(), created_at: moment() })

export const LostPropertyView = defineContract(LostProperty, ({ incident: { note, createdAt } }: EnteredIncident) => ({
  note,
  created_at: toInstant(createdAt),
}))
