import type { Role } from '../../src/domain/ability.ts'
import { personLinkToken } from './admin-commands.ts'
import type { BrowserVisit, OpenBrowserVisit } from './browser.ts'
import { openSignedIn } from './browser-session.ts'
import type { Market } from './market.ts'
import { addOperatorPerson } from './people.ts'

/** Opens a page of the portal in a browser with a person of this operator signed in. Its clock shows the server's time. */
export async function openSignedInPortal(
  openVisit: OpenBrowserVisit,
  market: Market,
  operatorRef: string,
  { role = 'admin' as Role, path = '/', width = 1440 } = {},
): Promise<BrowserVisit> {
  const { email } = await addOperatorPerson(market, operatorRef, role)
  const visit = await openVisit(market.server.url, { width })
  await visit.context.addInitScript(`{
    const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...parts) { if (parts.length === 0) super(Date.now()); else super(...parts) }
      static now() { return Real.now() + ${market.now() - Date.now()} }
    }
  }`)
  await openSignedIn(visit, 'portal', await personLinkToken(market.server, email), path)
  return visit
}
