import type { Socket } from 'node:net'
import { emptyResponse, writeUpTo } from './receiver.ts'

/** Faults of any program that answers with JSON. */
const badMoods = ['hangs', 'hangs in its body', 'trickles', 'hangs up', 'fails', 'speaks no JSON', 'redirects', 'floods'] as const

export type BadMood = (typeof badMoods)[number]

/** Words in every bad answer with a body that must appear in no log. */
export const wordsOfService = 'hunter2 at the gate'

/** The size of a body that no client should read completely. */
const floodBytes = 100 * 1_048_576

/** The connection of a call, the host to which a redirect points, and a count of the bytes of floods. */
type BadCall = { readonly socket: Socket; readonly elsewhere: string; readonly flooded: { bytes: number } }

export function isBadMood(mood: string): mood is BadMood {
  return badMoods.some((one) => one === mood)
}

/** Answers a call badly. */
export function answerBadly(mood: BadMood, { socket, elsewhere, flooded }: BadCall): void {
  switch (mood) {
    case 'hangs':
      return
    case 'hangs in its body':
      return void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"code":"Ok","message":"${wordsOfService}"`)
    case 'trickles':
      return void trickle(socket)
    case 'hangs up':
      return void socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"code":"Ok","message":"${wordsOfService}"`)
    case 'fails':
      return void socket.end(jsonResponse('500 Internal Server Error', `{"message":"${wordsOfService}"}`))
    case 'speaks no JSON':
      return void socket.end(jsonResponse('200 OK', `<html>${wordsOfService}</html>`))
    case 'redirects':
      return void socket.end(emptyResponse('302 Found', `Location: http://${elsewhere}/${wordsOfService.replaceAll(' ', '-')}`))
    case 'floods':
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${floodBytes}\r\n\r\n`)
      writeUpTo(socket, wordsOfService.padEnd(65_536), floodBytes, flooded)
  }
}

/** Writes a byte now and then, until the client disconnects. */
async function trickle(socket: Socket): Promise<void> {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n')
  while (!socket.destroyed) {
    socket.write(' ')
    await Bun.sleep(20)
  }
}

/** A whole answer with a body of JSON. */
export function jsonResponse(status: string, body: string): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  return [`HTTP/1.1 ${status}`, 'Content-Type: application/json', length, 'Connection: close', '', body].join('\r\n')
}
