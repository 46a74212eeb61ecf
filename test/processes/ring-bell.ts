import { WriterBell } from '../../src/storage/sqlite/writer-bell.ts'

// A thread that rings the bell it is handed: at once, or first when it is told again.
addEventListener('message', ({ data }: MessageEvent<SharedArrayBuffer>) => new WriterBell(data).ring())
postMessage('here')
