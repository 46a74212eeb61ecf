import { Type } from '@sinclair/typebox'
import type { BackupState, DataKept as KeptAsShown } from '../../actions/maintenance/data-kept.ts'
import { keptKinds } from '../../domain/retention.ts'
import { defineContract } from '../contract.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { toInstantOrNull } from './instant.ts'

export const KeptData = record({
  kind: oneOf(keptKinds),
  months: nullable(Type.Integer()),
  days: nullable(Type.Integer()),
})

export const Backups = record({
  is_daily: Type.Boolean(),
  kept_daily: Type.Integer(),
  kept_weekly: Type.Integer(),
  folder: nullable(Type.String()),
  last_made_at: nullable(moment()),
  last_bytes: nullable(Type.Integer()),
  last_error: nullable(Type.String()),
  next_at: nullable(moment()),
})

function asBackups({ isDaily, keep, folder, madeAt, bytes, fault, nextAt }: BackupState): Of<typeof Backups> {
  return {
    is_daily: isDaily,
    kept_daily: keep.daily,
    kept_weekly: keep.weekly,
    folder,
    last_made_at: toInstantOrNull(madeAt),
    last_bytes: bytes,
    last_error: fault,
    next_at: toInstantOrNull(nextAt),
  }
}

export const DataKept = record({ retention: Type.Array(KeptData), backups: nullable(Backups) })

/** Retention periods, and the state of backups. */
export const DataKeptView = defineContract(DataKept, ({ retention, backups }: KeptAsShown) => ({
  retention: retention.map((kept) => ({ ...kept })),
  backups: backups && asBackups(backups),
}))
