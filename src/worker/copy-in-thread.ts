import { statSync } from 'node:fs'
import type { CopyNews, CopyRequest } from '../actions/server/copying.ts'
import { BackupFault, type Manifest, type ReportProgress, toPartPath } from '../domain/backup.ts'

/** An order to a separate thread: make this copy and nothing else, because copying blocks its thread. */
export type CopyOrder = { readonly kind: 'copy'; readonly request: CopyRequest }

const lookEveryMs = 100

/**
 * Makes a verified copy in a separate thread, which starts at `entry`. `tell` receives the progress. Rejects with a BackupFault,
 * after which no file remains.
 */
export function copyInThread(entry: URL, request: CopyRequest, tell: ReportProgress = () => {}): Promise<Manifest> {
  const copyist = new Worker(entry.href)
  return new Promise<Manifest>((resolve, reject) => {
    let total: number | null = null
    // The thread answers nothing while it copies, so its file shows the progress.
    const looking = setInterval(
      () => total !== null && tell('copying', readCopySize(toPartPath(request.target)), total),
      lookEveryMs,
    )
    const end = (conclude: () => void) => {
      clearInterval(looking)
      copyist.terminate()
      conclude()
    }
    copyist.addEventListener('message', ({ data: news }: MessageEvent<CopyNews>) => {
      if (news.kind === 'made') return end(() => resolve(news.manifest))
      if (news.kind === 'failed') return end(() => reject(new BackupFault(news.sentence, news.isDamage)))
      total = news.told[0] === 'copying' ? news.told[2] : null
      tell(...news.told)
    })
    copyist.addEventListener('error', ({ message }) =>
      end(() => reject(new BackupFault(`The copy thread crashed: ${message}`, false))),
    )
    copyist.postMessage({ kind: 'copy', request } satisfies CopyOrder)
  })
}

function readCopySize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
