import type { Socket } from 'node:net'
import { type Coordinates, sumGreatCircles } from '../../src/domain/road-distance.ts'
import type { RouterAddress } from '../../src/domain/service-address.ts'
import { answerBadly, type BadMood, isBadMood, jsonResponse, wordsOfService } from './bad-moods.ts'
import { emptyResponse, openReceiver, type ReceiverOptions } from './receiver.ts'

/** Behaviours of a router, good and bad. */
export type RouterMood =
  | BadMood
  | 'answers'
  | 'answers after 600 ms'
  | 'knows no route'
  | 'says that it is not well'
  | 'tells no figures'
  | 'tells 6 times the crow'
  | 'tells no metres'
  | 'starts far off'
  | 'tells negative metres'
  | 'tells a number that is none'
  | 'tells years'

/** One request as it was received. */
type RouterQuestion = {
  readonly method: string
  readonly path: string
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON that was posted; null without any. */
  readonly body: unknown
  readonly points: readonly Coordinates[]
}

/** A router on a real socket: `await using router = await openRouter('osrm')`. */
export type RouterDouble = AsyncDisposable & {
  /** The address as the setting needs it. */
  readonly setting: string
  readonly env: Readonly<Record<string, string>>
  readonly host: string
  readonly address: RouterAddress
  readonly questions: readonly RouterQuestion[]
  /** The requests that followed its redirect. */
  readonly strays: readonly string[]
  /** The number of connections made, and of those still open. */
  readonly connections: { readonly made: number; readonly open: number }
  /** The bytes of floods that it has written. */
  readonly flooded: { bytes: number }
  /** Sets its behaviour from now on, for every request or for each by its points. */
  behave(mood: RouterMood | ((points: readonly Coordinates[]) => RouterMood)): void
}

/** Words in every answer with a body that must appear in no log. */
export const wordsOfRouter = wordsOfService

/** The drive that a router returns: 20 % longer than the straight line, at 50 km/h, both with fractions. */
export function drivenBy(points: readonly Coordinates[]): { readonly metres: number; readonly seconds: number } {
  const metres = Math.round(sumGreatCircles(points) * 1.2) + 0.6
  return { metres, seconds: Math.round(metres / (50 / 3.6)) + 0.5 }
}

/** Opens a router of a kind on a free port; it answers until its behaviour is changed. */
export async function openRouter(kind: RouterAddress['kind'], options: ReceiverOptions = {}): Promise<RouterDouble> {
  let moodFor: (points: readonly Coordinates[]) => RouterMood = () => 'answers'
  const questions: RouterQuestion[] = []
  const flooded = { bytes: 0 }
  const elsewhere = await openReceiver((socket) => socket.end(emptyResponse('404 Not Found')))
  const receiver = await openReceiver((socket, request) => {
    const question = questionIn(kind, request)
    questions.push(question)
    const mood = moodFor(question.points)
    void answerIn(mood, { kind, socket, points: question.points, elsewhere: elsewhere.authority, flooded })
  }, options)
  const origin = `${options.tls === undefined ? 'http' : 'https'}://${receiver.authority}`
  const setting = `${kind}+${origin}`
  return {
    setting,
    env: { CHARABANC_ROUTING_URL: setting },
    host: receiver.authority,
    address: { kind, origin, host: receiver.authority },
    questions,
    strays: elsewhere.heard,
    connections: receiver.connections,
    flooded,
    behave(mood) {
      moodFor = typeof mood === 'function' ? mood : () => mood
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([receiver[Symbol.asyncDispose](), elsewhere[Symbol.asyncDispose]()])
    },
  }
}

type RouterCall = {
  readonly kind: RouterAddress['kind']
  readonly socket: Socket
  readonly points: readonly Coordinates[]
  readonly elsewhere: string
  readonly flooded: { bytes: number }
}

async function answerIn(mood: RouterMood, { kind, socket, points, elsewhere, flooded }: RouterCall): Promise<void> {
  if (isBadMood(mood)) return answerBadly(mood, { socket, elsewhere, flooded })
  const { metres, seconds } = drivenBy(points)
  const tell = (told: unknown, of: unknown = seconds) => socket.end(jsonResponse('200 OK', answerOf(kind, told, of)))
  switch (mood) {
    case 'answers':
      return void tell(metres)
    case 'answers after 600 ms':
      // A slow router.
      await Bun.sleep(600)
      return void tell(metres)
    case 'knows no route':
      return void socket.end(jsonResponse('400 Bad Request', refusalOf(kind)))
    case 'says that it is not well':
      return void socket.end(jsonResponse('200 OK', unwellAnswerOf(kind, metres, seconds)))
    case 'tells no figures':
      return void tell('45 km', null)
    case 'tells 6 times the crow':
      return void tell(sumGreatCircles(points) * 6, (sumGreatCircles(points) * 6) / 15)
    case 'tells no metres':
      return void tell(0, 0)
    case 'starts far off':
      return void socket.end(jsonResponse('200 OK', farAnswerOf(kind, metres, seconds)))
    case 'tells negative metres':
      return void tell(-metres, -seconds)
    case 'tells a number that is none':
      return void socket.end(jsonResponse('200 OK', endlessAnswerOf(kind, metres, seconds)))
    case 'tells years':
      return void tell(metres, 1e300)
  }
}

/** A route in the format of this kind of router. */
function answerOf(kind: RouterAddress['kind'], metres: unknown, seconds: unknown): string {
  if (kind === 'osrm') {
    const leg = { steps: [], weight: seconds, summary: wordsOfRouter, duration: seconds, distance: metres }
    const route = { legs: [leg], weight_name: 'routability', weight: seconds, duration: seconds, distance: metres }
    return JSON.stringify({ code: 'Ok', routes: [route], waypoints: [{ name: wordsOfRouter, distance: 12.5 }] })
  }
  const length = typeof metres === 'number' ? metres / 1_000 : metres
  const summary = { has_toll: false, has_ferry: false, time: seconds, length, cost: 1 }
  const leg = { summary, shape: wordsOfRouter }
  const trip = { locations: [], legs: [leg], summary, status_message: wordsOfRouter, status: 0, units: 'kilometers' }
  return JSON.stringify({ trip })
}

/** A route longer than the largest number. */
function endlessAnswerOf(kind: RouterAddress['kind'], metres: number, seconds: number): string {
  return answerOf(kind, metres, seconds).replaceAll(/"(distance|length)":(?!12\.5)[\d.]+/g, '"$1":1e999')
}

/** The answer for a place outside of its map: OSRM starts from the nearest road, Valhalla reports no road. */
function farAnswerOf(kind: RouterAddress['kind'], metres: number, seconds: number): string {
  const whole = answerOf(kind, metres, seconds)
  return kind === 'osrm' ? whole.replace('"distance":12.5', '"distance":2000.5') : whole.replace('"status":0', '"status":171')
}

/** The refusal of this kind of router if no road leads there. */
function refusalOf(kind: RouterAddress['kind']): string {
  if (kind === 'osrm') return JSON.stringify({ code: 'NoRoute', message: wordsOfRouter })
  return JSON.stringify({ error_code: 442, error: wordsOfRouter, status_code: 400, status: 'Bad Request' })
}

/** A route in an answer with the status of an error. */
function unwellAnswerOf(kind: RouterAddress['kind'], metres: number, seconds: number): string {
  const whole = answerOf(kind, metres, seconds)
  return kind === 'osrm' ? whole.replace('"Ok"', '"NoSegment"') : whole.replace('"status":0', '"status":171')
}

function questionIn(kind: RouterAddress['kind'], request: string): RouterQuestion {
  const end = request.indexOf('\r\n\r\n')
  const [first = '', ...lines] = request.slice(0, end).split('\r\n')
  const [method = '', path = ''] = first.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const text = request.slice(end + 4)
  const body = text === '' ? null : JSON.parse(text)
  return { method, path, headers, body, points: kind === 'osrm' ? pointsOfPath(path) : pointsOfBody(body) }
}

function pointsOfPath(path: string): Coordinates[] {
  const written = /^\/route\/v1\/driving\/([-\d.,;]+)\?/.exec(path)?.[1] ?? ''
  return written.split(';').map((pair) => {
    const [longitude, latitude] = pair.split(',').map(Number)
    return { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN }
  })
}

function pointsOfBody(body: unknown): Coordinates[] {
  const { locations } = body as { locations: readonly { lat: number; lon: number }[] }
  return locations.map(({ lat, lon }) => ({ latitude: lat, longitude: lon }))
}
