import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { type Issued, logOut, rotateToken } from '../actions/people/devices.ts'
import { enterApp, moveToOperator } from '../actions/people/sign-in.ts'
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
import { gate } from './gate.ts'
import { writeEnding, writeInSteps } from './idempotency.ts'
import type { RequestContext } from './request-context.ts'
import { clearedSessionCookie, sessionCookie } from './session-cookie.ts'

/**
 * Routes by which browsers sign in and out of the office; no part of the API's document. The token goes into a cookie
 * that no script reads, and nowhere else. Every call has come through the entrance, which tells an app's own page from
 * another site's.
 */
export function portalSession(app: AppContext) {
  return sessionOf('portal', app).post(
    '/switch',
    ({ caller, body, bearer, context }) =>
      issue('portal', context, (tx) => moveToOperator(tx, caller, toAccountSwitch(body, bearer), context.now)),
    {
      forPortal: { idempotent: false },
      body: SwitchBody,
      response: { 201: SessionView.schema },
    },
  )
}

/** Routes by which drivers sign in and out in a browser; drivers also come in by the code of an SMS. */
export function driverSession(app: AppContext) {
  return sessionOf('driver', app).post(
    '/verify',
    ({ body, context }) =>
      keeping('driver', context, (view) =>
        writeInSteps(context, view, (idempotent) => verifyCode(app, toCodeEntry(body), context.now, idempotent), 201),
      ),
    {
      forAnyone: { rateLimit: 'exchange', countedAt: '/api/v1/driver/auth/verify' },
      body: VerifyBody,
      response: { 201: SessionView.schema },
    },
  )
}

/** Routes by which the marketplace's people sign in and out in a browser. */
export function consoleSession(app: AppContext) {
  return sessionOf('console', app)
}

function sessionOf(name: BrowserApp, app: AppContext) {
  return new Elysia({ prefix: `/${name}/session` })
    .use(gate(app))
    .post('', ({ body, context }) => issue(name, context, (tx) => enterApp(tx, name, toLinkEntry(body), context.now)), {
      forAnyone: { rateLimit: 'exchange', countedAt: '/api/v1/auth/exchange' },
      body: ExchangeBody,
      response: { 201: SessionView.schema },
    })
    .delete(
      '',
      async ({ caller, context }) => {
        const ended = await writeEnding(context, NoContent, (tx) => logOut(tx, caller, context.now), 204)
        ended.headers.set('Set-Cookie', clearedSessionCookie(name, context.baseUrl))
        return ended
      },
      { forDevice: true },
    )
    .post('/rotate', ({ caller, context }) => issue(name, context, (tx) => rotateToken(tx, caller, context.now)), {
      forDevice: { idempotent: false },
      response: { 201: SessionView.schema },
    })
}

function issue(name: BrowserApp, context: RequestContext, work: (tx: Writer) => Promise<Issued>): Promise<Response> {
  return keeping(name, context, (view) => writeEnding(context, view, work, 201))
}

type SessionContract = typeof SessionView

/** Tells everything of a token but the token, which goes into the cookie. */
async function keeping(
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
  response.headers.set('Set-Cookie', sessionCookie(name, token, context.baseUrl))
  return response
}
