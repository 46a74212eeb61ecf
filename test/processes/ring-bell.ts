import { WriterBell } from '../../src/storage/sqlite/writer-bell.ts'

// A thread that rings the writer bell of each message that it receives.
addEventListener('message', ({ data }: MessageEvent<SharedArrayBuffer>) => new WriterBell(data).wakeWriters())
postMessage('here')
