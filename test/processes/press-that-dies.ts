// A thread that crashes, stays silent, waits or reports a fault for certain titles, and prints other papers as their title.
declare const self: Worker

self.addEventListener('message', ({ data: { id, paper } }: MessageEvent<{ id: number; paper: { title: string } }>) => {
  if (paper.title === 'deadly') throw new Error('out of ink')
  if (paper.title === 'silent') return
  if (paper.title.startsWith('slow')) Bun.sleepSync(60)
  if (paper.title === 'faulty') self.postMessage({ id, bytes: null, fault: 'TypeError' })
  else self.postMessage({ id, bytes: new TextEncoder().encode(paper.title), fault: null })
})
