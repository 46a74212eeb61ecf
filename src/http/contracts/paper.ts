import { Type } from '@sinclair/typebox'
import { date, input, type Of, pathId, text } from '../schema.ts'

export const JobSheetQuery = input({ duty: Type.Optional(pathId()) })

/** Id of the duty for a job sheet; null for all duties. */
export function toDutyId({ duty }: Of<typeof JobSheetQuery>): number | null {
  return duty === undefined ? null : Number(duty)
}

export const StatementQuery = input({ statement_ref: text({ min: 1, max: 160 }) })

export const VehicleFileQuery = input({ from: Type.Optional(date()), to: Type.Optional(date()) })

/** The first and the last day of a vehicle's checks; null without a limit. */
export function toFiledDays({ from, to }: Of<typeof VehicleFileQuery>) {
  return { from: from ?? null, to: to ?? null }
}

/** The signed part of a job sheet's address. A missing part is as invalid as a changed one. */
export const SignedSheetQuery = input({ expires: Type.Optional(Type.String()), signature: Type.Optional(Type.String()) })
