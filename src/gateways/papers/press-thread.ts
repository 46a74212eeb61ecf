import { drawPaper } from './draw.ts'
import type { PressNews, PressOrder } from './press.ts'

declare const self: Worker

/** Draws arriving papers, one after another, in the calling thread. */
export function listenForPapers(): void {
  let drawing = Promise.resolve()
  self.addEventListener('message', ({ data }: MessageEvent<PressOrder>) => {
    drawing = drawing.then(() => drawOrderedPaper(data))
  })
}

async function drawOrderedPaper({ id, paper }: PressOrder): Promise<void> {
  try {
    const bytes = new Uint8Array(await drawPaper(paper))
    self.postMessage({ id, bytes, fault: null } satisfies PressNews, [bytes.buffer])
  } catch (fault) {
    // The kind of fault, without the words of the paper, which contain names.
    self.postMessage({ id, bytes: null, fault: fault instanceof Error ? fault.name : 'fault' } satisfies PressNews)
  }
}
