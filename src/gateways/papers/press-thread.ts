import { drawPaper } from './draw.ts'
import type { PressNews, PressOrder } from './press.ts'

declare const self: Worker

/** Draws the papers that come, one after another, in the thread that this is called in. */
export function listenForPapers(): void {
  let drawing = Promise.resolve()
  self.addEventListener('message', ({ data }: MessageEvent<PressOrder>) => {
    drawing = drawing.then(() => draw(data))
  })
}

async function draw({ id, paper }: PressOrder): Promise<void> {
  try {
    const bytes = new Uint8Array(await drawPaper(paper))
    self.postMessage({ id, bytes, fault: null } satisfies PressNews, [bytes.buffer])
  } catch (fault) {
    // What is wrong, without the words of the paper, which name people.
    self.postMessage({ id, bytes: null, fault: fault instanceof Error ? fault.name : 'fault' } satisfies PressNews)
  }
}
