import { expect, test } from 'bun:test'
import { type NoticePage, pageForDriver, pageForPeople } from '../../src/domain/notice-pages.ts'
import { factNames, tellingOf } from '../../src/domain/notices.ts'
import { appAddresses } from '../../src/http/pages/addresses.ts'

const about = { ref: 'TR-7K3MQ2', subjectId: 7 }

/** The page of the app that answers at this path. */
function addressOf(app: 'portal' | 'driver', { path }: NoticePage): string | undefined {
  const isIt = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(`/${app}${path}`)
  return appAddresses[app].find((one) => isIt(one.path))?.path
}

const toldPeople = factNames.filter((fact) => tellingOf(fact).people !== undefined)
const toldDriver = factNames.filter((fact) => tellingOf(fact).driver)

test.each(toldPeople.flatMap((fact) => [[fact, true] as const, [fact, false] as const]))(
  'what people hear of %s leads to a page of the portal about it (booked with them: %p)',
  (fact, isTheirs) => {
    const page = pageForPeople(fact, { ...about, isTheirs })
    expect(addressOf('portal', page)).toBeString()
    expect(page.says).not.toBe('')
    // What is told of nothing but the whole house has no page of its own.
    expect(page.path === '').toBe(fact === 'backup_failed')
  },
)

test.each(toldDriver.flatMap((fact) => [[fact, true] as const, [fact, false] as const]))(
  'what a driver hears of %s leads to a page of their app about it (theirs to drive: %p)',
  (fact, isTheirs) => {
    const page = pageForDriver(fact, { ...about, isTheirs })
    expect(addressOf('driver', page)).toBeString()
    expect(page.path.includes(about.ref)).toBe(isTheirs && fact !== 'driver_documents')
  },
)

test('news of a trip leads to the job before it is booked with its reader, and to the booking afterwards', () => {
  expect(pageForPeople('job_offered', { ...about, isTheirs: false }).path).toBe('/jobs/TR-7K3MQ2')
  expect(pageForPeople('booked', { ...about, isTheirs: true }).path).toBe('/bookings/TR-7K3MQ2')
  expect(pageForPeople('cancelled', { ...about, isTheirs: true }).path).toBe('/bookings/TR-7K3MQ2')
  expect(pageForPeople('cancelled', { ...about, isTheirs: false }).path).toBe('/jobs/TR-7K3MQ2')
  expect(pageForPeople('vehicle_unsafe', { ref: null, subjectId: null, isTheirs: false }).path).toBe('/vehicles')
  expect(pageForPeople('vehicle_documents', { ...about, isTheirs: false }).path).toBe('/vehicles/7')
})
