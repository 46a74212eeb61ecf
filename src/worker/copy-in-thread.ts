import { statSync } from 'node:fs'
import type { CopyNews, CopyRequest } from '../actions/server/copying.ts'
import { BackupFault, type Manifest, partOf, type TellProgress } from '../domain/backup.ts'

/** An order to a thread of its own: to make this copy and nothing else, because copying blocks its thread. */
export type CopyOrder = { readonly kind: 'copy'; readonly request: CopyRequest }

const lookEveryMs = 100

/**
 * Has a verified copy made by a thread of its own, which starts at `entry`; `tell` hears how far it is. Rejects with a
 * BackupFault, after which nothing is left.
 */
export function copyInThread(entry: URL, request: CopyRequest, tell: TellProgress = () => {}): Promise<Manifest> {
  const copyist = new Worker(entry.href)
  return new Promise<Manifest>((resolve, reject) => {
    let total: number | null = null
    // The thread is deaf and dumb while it copies; its file is not.
    const looking = setInterval(() => total !== null && tell('copying', bytesOf(partOf(request.target)), total), lookEveryMs)
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
    copyist.addEventListener('error', ({ message }) => end(() => reject(new BackupFault(`The copyist died: ${message}`, false))))
    copyist.postMessage({ kind: 'copy', request } satisfies CopyOrder)
  })
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
