// The receiving end of emails, a separate process. It accepts each email immediately, and reports their number and the times of
// the first and the last.

/** Instants in ms since 1970; null before the first email. */
export interface Taken {
  readonly smtpPort: number
  readonly count: number
  readonly first: number | null
  readonly last: number | null
}

let taken: Pick<Taken, 'count' | 'first' | 'last'> = { count: 0, first: null, last: null }

/** The text of an unfinished line, and whether it is part of an email. */
type Talk = { heard: string; isMail: boolean }

const answers: Readonly<Record<string, string>> = { EHLO: '250 bench', QUIT: '221 Bye', DATA: '354 Go on' }

const office = Bun.listen<Talk>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      socket.data = { heard: '', isMail: false }
      socket.write('220 bench ESMTP\r\n')
    },
    data(socket, chunk) {
      const talk = socket.data
      talk.heard += chunk.toString('latin1')
      for (let end = endOf(talk); end >= 0; end = endOf(talk)) {
        const said = talk.heard.slice(0, end)
        talk.heard = talk.heard.slice(end + (talk.isMail ? mailEnd : '\r\n').length)
        socket.write(`${talk.isMail ? take() : (answers[said.slice(0, 4).toUpperCase()] ?? '250 OK')}\r\n`)
        talk.isMail = !talk.isMail && /^data$/i.test(said)
        if (/^quit$/i.test(said)) socket.end()
      }
    },
  },
})

const mailEnd = '\r\n.\r\n'

function endOf({ heard, isMail }: Talk): number {
  return heard.indexOf(isMail ? mailEnd : '\r\n')
}

function take(): string {
  const at = performance.timeOrigin + performance.now()
  taken = { count: taken.count + 1, first: taken.first ?? at, last: at }
  return '250 Taken'
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    if (request.method === 'DELETE') taken = { count: 0, first: null, last: null }
    return Response.json({ smtpPort: office.port, ...taken } satisfies Taken)
  },
})
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
