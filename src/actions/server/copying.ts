import { BackupFault, type CopyFacts, type Manifest, type ReportProgress } from '../../domain/backup.ts'
import { findFaultMessage } from '../../domain/fault-text.ts'
import { copySqlite } from '../../storage/sqlite/backup.ts'

/** A request to the copying thread: the source, the target, the facts for the manifest, and whether it has postcodes. */
export type CopyRequest = {
  readonly source: string
  readonly target: string
  readonly facts: CopyFacts
  readonly withPostcodes?: boolean
}

/** News of a copy, in the form that passes between two threads. */
export type CopyNews =
  | { readonly kind: 'stage'; readonly told: Parameters<ReportProgress> }
  | { readonly kind: 'made'; readonly manifest: Manifest }
  | { readonly kind: 'failed'; readonly sentence: string; readonly isDamage: boolean }

/** Makes a verified copy and reports its progress; blocks the thread and throws nothing. */
export function copyWithProgress(request: CopyRequest, tell: (news: CopyNews) => void): void {
  const { source, target, facts, withPostcodes } = request
  try {
    const manifest = copySqlite(source, target, facts, { tell: (...told) => tell({ kind: 'stage', told }), withPostcodes })
    tell({ kind: 'made', manifest })
  } catch (fault) {
    const sentence = findFaultMessage(fault)
    tell({ kind: 'failed', sentence, isDamage: fault instanceof BackupFault && fault.isDamage })
  }
}
