import { timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { Refusal } from '../domain/refusal.ts'
import { createRefusalResponse, refuseUnknownPath } from './errors.ts'

/** Returns the current metrics. */
export type RenderMetrics = () => Promise<{ readonly contentType: string; readonly text: string }>

/** `GET /metrics` for callers with the token of the metrics. */
export function metricsRoutes(token: string, tell: RenderMetrics) {
  return () =>
    new Elysia().get('/metrics', async ({ request }) => {
      requireMetricsToken(token, request.headers.get('authorization'))
      return respondWithMetricsText(tell)
    })
}

/** Answers the separate listener of the metrics: `GET /metrics` only. */
export async function respondWithMetrics(request: Request, tell: RenderMetrics): Promise<Response> {
  const isAsked = request.method === 'GET' && new URL(request.url, 'http://unnamed.invalid').pathname === '/metrics'
  return isAsked ? respondWithMetricsText(tell) : createRefusalResponse(refuseUnknownPath())
}

/** The metrics in Prometheus format. */
async function respondWithMetricsText(tell: RenderMetrics): Promise<Response> {
  const { contentType, text } = await tell()
  return new Response(text, { headers: { 'Content-Type': contentType } })
}

function requireMetricsToken(token: string, authorization: string | null): void {
  const presented = Buffer.from(/^Bearer +([^\s,]+)$/i.exec(authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  if (presented.length !== wanted.length || !timingSafeEqual(presented, wanted)) {
    throw new Refusal('unauthenticated', 'Send the bearer token of the metrics.')
  }
}
