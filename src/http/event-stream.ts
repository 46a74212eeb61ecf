import type { LiveStream } from '../actions/server/live-activities.ts'
import { stringifyChecked } from './checked.ts'
import { asChangeDescription, ChangeTold } from './contracts/activity.ts'

/** Greatest number of waiting parts. A slower reader is disconnected, reconnects and reads everything again. */
const mostWaiting = 256

const headers = {
  'Content-Type': 'text/event-stream;charset=utf-8',
  // Proxies that buffer answers would buffer this stream without end.
  'X-Accel-Buffering': 'no',
}

const encoder = new TextEncoder()

/** Opens a stream with `open`, which returns the function that closes it. `isForHeadersOnly` opens a stream without a reader. */
export async function openEventStream(
  open: (stream: LiveStream) => Promise<() => void>,
  isForHeadersOnly: boolean,
): Promise<Response> {
  if (isForHeadersOnly) return new Response(null, { headers })
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let close: () => void = () => {}
  const write = (text: string) => {
    if (controller === null) return
    if ((controller.desiredSize ?? 0) <= 0) return drop(controller)
    controller.enqueue(encoder.encode(text))
  }
  const drop = (slow: ReadableStreamDefaultController<Uint8Array>) => {
    controller = null
    close()
    slow.error(new Error('The reader is too slow.'))
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
        write(': listening\n\n')
      },
      cancel() {
        controller = null
        close()
      },
    },
    new CountQueuingStrategy({ highWaterMark: mostWaiting }),
  )
  close = await open({
    tell: (news) => write(`data: ${stringifyChecked(ChangeTold, asChangeDescription(news))}\n\n`),
    beat: () => write(': still here\n\n'),
    end() {
      controller?.close()
      controller = null
    },
  })
  return new Response(body, { headers })
}
