import { expect, test } from 'bun:test'
import { findDriverPage, findPortalPage, type NoticePage } from '../../src/domain/notice-pages.ts'
import { factNames, findNoticeRule } from '../../src/domain/notices.ts'
import { appAddresses } from '../../src/http/pages/addresses.ts'

const about = { ref: 'TR-7K3MQ2', subjectId: 7 }

/** Returns the app’s page at this path. */
function addressOf(app: 'portal' | 'driver', { path }: NoticePage): string | undefined {
  const isIt = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(`/${app}${path}`)
  return appAddresses[app].find((one) => isIt(one.path))?.path
}

const factsForPeople = factNames.filter((fact) => findNoticeRule(fact).people !== undefined)
const factsForDrivers = factNames.filter((fact) => findNoticeRule(fact).driver)

test.each(factsForPeople.flatMap((fact) => [[fact, true] as const, [fact, false] as const]))(
  'links the notice %s to a portal page about it (own booking: %p)',
  (fact, isTheirs) => {
    const page = findPortalPage(fact, { ...about, isTheirs })
    expect(addressOf('portal', page)).toBeString()
    expect(page.says).not.toBe('')
    // Only a notice about the server has no page.
    expect(page.path === '').toBe(fact === 'backup_failed')
  },
)

test.each(factsForDrivers.flatMap((fact) => [[fact, true] as const, [fact, false] as const]))(
  'links the notice %s to a page of the driver app about it (own trip: %p)',
  (fact, isTheirs) => {
    const page = findDriverPage(fact, { ...about, isTheirs })
    expect(addressOf('driver', page)).toBeString()
    expect(page.path.includes(about.ref)).toBe(isTheirs && fact !== 'driver_documents')
  },
)

test('links a notice to the job before the reader’s booking, and to the booking afterwards', () => {
  expect(findPortalPage('job_offered', { ...about, isTheirs: false }).path).toBe('/jobs/TR-7K3MQ2')
  expect(findPortalPage('booked', { ...about, isTheirs: true }).path).toBe('/bookings/TR-7K3MQ2')
  expect(findPortalPage('cancelled', { ...about, isTheirs: true }).path).toBe('/bookings/TR-7K3MQ2')
  expect(findPortalPage('cancelled', { ...about, isTheirs: false }).path).toBe('/jobs/TR-7K3MQ2')
  expect(findPortalPage('vehicle_unsafe', { ref: null, subjectId: null, isTheirs: false }).path).toBe('/vehicles')
  expect(findPortalPage('vehicle_documents', { ...about, isTheirs: false }).path).toBe('/vehicles/7')
})
