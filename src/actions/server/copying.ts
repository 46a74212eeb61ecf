import { BackupFault, type CopyFacts, type Manifest, type TellProgress } from '../../domain/backup.ts'
import { messageOf } from '../../domain/fault-text.ts'
import { copySqlite } from '../../storage/sqlite/backup.ts'

/** A request to a copyist: what to copy, where to, and the facts that go with it. */
export type CopyRequest = { readonly source: string; readonly target: string; readonly facts: CopyFacts }

/** News of a copy, as it comes across the border between two threads. */
export type CopyNews =
  | { readonly kind: 'stage'; readonly told: Parameters<TellProgress> }
  | { readonly kind: 'made'; readonly manifest: Manifest }
  | { readonly kind: 'failed'; readonly sentence: string; readonly isDamage: boolean }

/** Makes a verified copy and tells how it goes; blocks the thread and throws nothing. */
export function copyAndTell({ source, target, facts }: CopyRequest, tell: (news: CopyNews) => void): void {
  try {
    const manifest = copySqlite(source, target, facts, (...told) => tell({ kind: 'stage', told }))
    tell({ kind: 'made', manifest })
  } catch (fault) {
    const sentence = messageOf(fault)
    tell({ kind: 'failed', sentence, isDamage: fault instanceof BackupFault && fault.isDamage })
  }
}
