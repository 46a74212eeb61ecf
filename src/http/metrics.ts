import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { Refusal } from '../domain/refusal.ts'
import { refusalResponse, unknownPath } from './errors.ts'

/** Tells the metrics of this moment. */
export type RenderMetrics = () => Promise<{ readonly contentType: string; readonly text: string }>

/** `GET /metrics` for callers with the one token it is open to. */
export function metricsRoutes(token: string, tell: RenderMetrics) {
  return () =>
    new Elysia().get('/metrics', async ({ request }) => {
      mustPresent(token, request.headers.get('authorization'))
      return tellAsText(tell)
    })
}

/** Answers a request to the listener of the metrics alone: `GET /metrics`, and nothing anywhere else. */
export async function answerMetrics(request: Request, tell: RenderMetrics): Promise<Response> {
  const isAsked = request.method === 'GET' && new URL(request.url, 'http://unnamed.invalid').pathname === '/metrics'
  return isAsked ? tellAsText(tell) : refusalResponse(unknownPath())
}

/** The metrics as Prometheus reads them. */
async function tellAsText(tell: RenderMetrics): Promise<Response> {
  const { contentType, text } = await tell()
  return new Response(text, { headers: { 'Content-Type': contentType } })
}

function mustPresent(token: string, authorization: string | null): void {
  const presented = Buffer.from(/^Bearer +([^\s,]+)$/i.exec(authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  if (presented.length !== wanted.length || !timingSafeEqual(presented, wanted)) {
    throw new Refusal('unauthenticated', 'The metrics need their own bearer token.')
  }
}
