import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { type Issued, logOut, rotateToken } from '../actions/people/devices.ts'
import { moveToOperator, signInToApp } from '../actions/people/sign-in.ts'
import { verifyCode } from '../actions/people/sign-in-codes.ts'
import type { BrowserApp } from '../domain/browser-app.ts'
import type { Writer } from '../storage/storage.ts'
import { NoContent } from './contract.ts'
import {
  ExchangeBody,
  SessionView,
  SwitchBody,
  toAccountSwitch,
  toCodeEntry,
  toLinkEntry,
  VerifyBody,
} from './contracts/sign-in.ts'
import { createGate } from './gate.ts'
import { respondWithEnding, respondWithSteps } from './idempotency.ts'
import type { RequestContext } from './request-context.ts'
import { buildClearedCookie, buildSessionCookie } from './session-cookie.ts'

/**
 * Routes for browser sign-in and sign-out of the office, not in the API document. The token goes only into a cookie that no
 * script reads. Every call passed the entrance, which distinguishes an app's own page from another site's.
 */
export function createPortalSession(app: AppContext) {
  return createSessionRoutes('portal', app).post(
    '/switch',
    ({ caller, body, bearer, context }) =>
      issueSession('portal', context, (tx) => moveToOperator(tx, caller, toAccountSwitch(body, bearer), context.now)),
    {
      forPortal: { idempotent: false },
      body: SwitchBody,
      response: { 201: SessionView.schema },
    },
  )
}

/** Routes for drivers' sign-in and sign-out in a browser. Drivers also sign in with an SMS code. */
export function createDriverSession(app: AppContext) {
  return createSessionRoutes('driver', app).post(
    '/verify',
    ({ body, context }) =>
      respondWithCookie('driver', context, (view) =>
        respondWithSteps(context, view, (idempotent) => verifyCode(app, toCodeEntry(body), context.now, idempotent), 201),
      ),
    {
      forAnyone: { rateLimit: 'exchange', countedAt: '/api/v1/driver/auth/verify' },
      body: VerifyBody,
      response: { 201: SessionView.schema },
    },
  )
}

/** Routes for the marketplace's sign-in and sign-out in a browser. */
export function createConsoleSession(app: AppContext) {
  return createSessionRoutes('console', app)
}

function createSessionRoutes(name: BrowserApp, app: AppContext) {
  return new Elysia({ prefix: `/${name}/session` })
    .use(createGate(app))
    .post('', ({ body, context }) => issueSession(name, context, (tx) => signInToApp(tx, name, toLinkEntry(body), context.now)), {
      forAnyone: { rateLimit: 'exchange', countedAt: '/api/v1/auth/exchange' },
      body: ExchangeBody,
      response: { 201: SessionView.schema },
    })
    .delete(
      '',
      async ({ caller, context }) => {
        const ended = await respondWithEnding(context, NoContent, (tx) => logOut(tx, caller, context.now), 204)
        ended.headers.set('Set-Cookie', buildClearedCookie(name, context.baseUrl))
        return ended
      },
      { forDevice: true },
    )
    .post('/rotate', ({ caller, context }) => issueSession(name, context, (tx) => rotateToken(tx, caller, context.now)), {
      forDevice: { idempotent: false },
      response: { 201: SessionView.schema },
    })
}

function issueSession(name: BrowserApp, context: RequestContext, work: (tx: Writer) => Promise<Issued>): Promise<Response> {
  return respondWithCookie(name, context, (view) => respondWithEnding(context, view, work, 201))
}

type SessionContract = typeof SessionView

/** Shows everything about a token except the token, which goes into the cookie. */
async function respondWithCookie(
  name: BrowserApp,
  context: RequestContext,
  respond: (view: SessionContract) => Promise<Response>,
): Promise<Response> {
  let token = ''
  const view: SessionContract = {
    ...SessionView,
    show: (issued, at) => {
      token = issued.token
      return SessionView.show(issued, at)
    },
  }
  const response = await respond(view)
  response.headers.set('Set-Cookie', buildSessionCookie(name, token, context.baseUrl))
  return response
}
