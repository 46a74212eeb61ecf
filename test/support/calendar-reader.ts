import ICAL from 'ical.js'
import type { Server } from './server.ts'

export type ReadEvent = { readonly uid: string; readonly sequence: number; readonly status: unknown; readonly summary: string }

/** Reads a calendar file with a strict parser. */
function readEvents(text: string): ReadEvent[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, summary } = new ICAL.Event(component)
    return { uid, sequence, summary, status: component.getFirstPropertyValue('status') }
  })
}

/** Reads the calendar at a secret address from the server's current URL. */
export async function readFeed(server: Server, url: string): Promise<ReadEvent[]> {
  const answer = await server.fetch(new URL(url).pathname)
  if (answer.status !== 200) throw new Error(`a calendar answered ${answer.status}`)
  return readEvents(await answer.text())
}

/** Reads the calendar file of a customer's trip. */
export async function readTripCalendar(server: Server, token: string): Promise<ReadEvent[]> {
  const headers = { Authorization: `Bearer ${token}` }
  return readEvents(await (await server.fetch('/customer/v1/trip/calendar.ics', { headers })).text())
}
