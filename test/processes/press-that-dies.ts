// A thread that dies of the paper called so, says nothing of another, takes its time for a slow one, and prints every other as its title.
declare const self: Worker

self.addEventListener('message', ({ data: { id, paper } }: MessageEvent<{ id: number; paper: { title: string } }>) => {
  if (paper.title === 'deadly') throw new Error('out of ink')
  if (paper.title === 'silent') return
  if (paper.title.startsWith('slow')) Bun.sleepSync(60)
  if (paper.title === 'faulty') self.postMessage({ id, bytes: null, fault: 'TypeError' })
  else self.postMessage({ id, bytes: new TextEncoder().encode(paper.title), fault: null })
})
