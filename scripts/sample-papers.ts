// Papers as the handbook shows them.
import { usualCancellationTerms } from '../src/domain/cancellation-terms.ts'
import { listDrivingDays } from '../src/domain/hours-advice.ts'
import { computeInvoiceTotals, listInvoiceLines } from '../src/domain/invoice.ts'
import { planItinerary } from '../src/domain/plan-itinerary.ts'
import { type PrintedPaper, plainBrand } from '../src/domain/printed-paper.ts'
import { createDriveFinder, usualRoads } from '../src/domain/road-distance.ts'
import type { CheckItem } from '../src/domain/vehicle-check.ts'
import { buildCheckFile } from '../src/gateways/papers/check-file.ts'
import { buildConfirmationPaper } from '../src/gateways/papers/confirmation.ts'
import { buildInvoicePaper } from '../src/gateways/papers/invoice.ts'
import { buildJobSheet } from '../src/gateways/papers/job-sheet.ts'
import { buildPayoutStatement } from '../src/gateways/papers/payout-statement.ts'
import { buildReceipt } from '../src/gateways/papers/receipt.ts'
import { buildVehicleFile } from '../src/gateways/papers/vehicle-file.ts'

const timezone = 'Europe/London'
const at = (text: string) => Date.parse(text)
const now = at('2027-06-11T13:02:00Z')
const ref = 'TR-7K3MQ2'
const letterhead = {
  name: 'Dales Coaches',
  lines: ['0113 496 0000', 'office@dales-coaches.example', 'Operator licence PB0001234'],
  brand: plainBrand,
}
const customer = { name: 'Jo Field', organisation: 'Wharfedale School', email: 'jo@wharfedale-school.example' }
const itinerary = planItinerary(
  {
    pickup: {
      label: 'Wharfedale School',
      kind: 'school',
      locality: 'Otley',
      postcode: 'LS21 1AA',
      accessNote: 'Gate B, Mill Lane',
    },
    dropoff: {
      label: 'York Minster',
      kind: 'venue',
      locality: 'York',
      postcode: 'YO1 7HH',
      latitude: 53.9623,
      longitude: -1.0819,
    },
    departsAt: at('2027-06-12T07:30:00Z'),
    returnsAt: at('2027-06-12T15:00:00Z'),
    passengerCount: 45,
    passengers: { adults: 5, children: 40 },
    luggage: { handLuggage: 45 },
    accessibility: { wheelchairSpaces: 1, liftRequired: true },
    drivingSeconds: 8_400,
    notes: 'Packed lunches go into the hold. Ring the office of the school if the gate is shut.',
  },
  { timezone, now, find: createDriveFinder(usualRoads) },
)
const trip = { ref, itinerary, timezone }
const vehicles = [{ type: 'coach_49', count: 1, seats: 49, description: 'The blue one', vehicleId: null }]
const vat = { number: 'GB123456789', standardRateBps: 2_000 }
const lines = listInvoiceLines(
  {
    ref,
    summary: itinerary.summary,
    departsAt: itinerary.departsAt,
    priceAmount: 64_000,
    extrasAmount: 0,
    poNumber: '4711',
    vehicles,
  },
  vat,
  timezone,
)

const booked: Parameters<typeof buildConfirmationPaper>[0] = {
  letterhead,
  trip,
  timezone,
  revision: 3,
  confirmedAt: at('2027-05-02T09:15:00Z'),
  isCalledOff: false,
  customer,
  leadPassenger: null,
  poNumber: '4711',
  money: {
    currencyCode: 'GBP',
    priceAmount: 64_000,
    depositAmount: 12_800,
    paidAmount: 12_800,
    dueAmount: 51_200,
    balanceDueAt: at('2027-06-11T22:00:00Z'),
    extras: [],
  },
  vehicles,
  inclusions: ['driver', 'fuel', 'vat'],
  exclusions: ['parking'],
  includedWaitingMinutes: 60,
  extraHourAmount: 4_500,
  extraMileAmount: 250,
  note: null,
  terms: usualCancellationTerms,
}

const checks = {
  vehicleReg: 'YX20 ABC',
  driver: 'Pat Moss',
  tripRef: ref,
  kind: 'pre_trip',
  odometerUnit: 'mi',
  safeToDrive: true,
}
const inOrder = (code: CheckItem['code']): CheckItem => ({ code, result: 'ok', severity: null, note: null })
const worn: CheckItem = { code: 'tyres_wheel_nuts', result: 'defect', severity: 'minor', note: 'Worn, second axle, nearside.' }
const worst = {
  ...checks,
  id: 412,
  checkedAt: at('2027-06-10T06:40:00Z'),
  startedAt: null,
  receivedAt: at('2027-06-10T06:52:00Z'),
  odometer: 210_114,
  items: [inOrder('brakes'), inOrder('steering'), inOrder('lights_indicators'), worn, inOrder('emergency_exits')],
  result: 'safe_with_defects',
  resolvedAt: at('2027-06-10T15:20:00Z'),
  resolution: { note: 'New tyre fitted, nuts torqued.', rectifiedBy: 'Moss & Sons', odometer: 210_240 },
} as const
const finest = {
  ...checks,
  id: 417,
  checkedAt: at('2027-06-11T06:35:00Z'),
  odometer: 210_240,
  items: [inOrder('brakes')],
  result: 'safe',
  resolvedAt: null,
  resolution: null,
} as const

/** Samples of papers by the names of their pictures in docs/pictures. */
export const samplePapers: Readonly<Record<string, PrintedPaper>> = {
  'paper-job-sheet': buildJobSheet(
    {
      letterhead,
      trip,
      revision: 3,
      isCalledOff: false,
      contact: { name: 'Jo Field', phone: '07700 900456' },
      contactFrom: now,
      duties: [
        {
          driver: 'Pat Moss',
          role: 'driver',
          vehicleReg: 'YX20 ABC',
          vehicleDescription: 'The blue one',
          vehicleNo: 1,
          of: 1,
          reportAt: at('2027-06-12T06:45:00Z'),
          reportPlace: 'Depot, bay 4',
          passengerCount: null,
          legs: itinerary.legs,
          days: listDrivingDays(
            itinerary,
            itinerary.legs.map(({ sequence }) => sequence),
          ),
          sharedWith: [],
          colleagues: [],
        },
      ],
    },
    now,
  ),
  'paper-confirmation': buildConfirmationPaper(booked, now),
  'paper-receipt': buildReceipt(
    booked,
    [{ kind: 'deposit', means: 'card', reference: null, amount: 12_800, receivedAt: booked.confirmedAt, isOnItsWay: false }],
    now,
  ),
  'paper-invoice': buildInvoicePaper(
    {
      letterhead,
      bankDetails: 'Sort code 20-00-00, account 12345678',
      timezone,
      tripTimezones: [timezone],
      number: 118,
      credits: null,
      creditedBy: null,
      reason: null,
      customer: {
        ...customer,
        address: { lines: ['Wharfedale School', 'Otley Road'], town: 'Leeds', postcode: 'LS6 3HF', country: 'GB' },
      },
      operatorAddress: { lines: ['The Mill', 'Low Road'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' },
      vatNumber: vat.number,
      lines,
      sums: computeInvoiceTotals(lines),
      paidAmount: 12_800,
      dueAmount: 51_200,
      currencyCode: 'GBP',
      dueOn: '2027-07-11',
      issuedAt: now,
      status: 'open',
      calledOff: [],
    },
    now,
  ),
  'paper-statement': buildPayoutStatement(
    {
      letterhead,
      statementRef: 'PAY-2027-24',
      timezone,
      vatNumber: vat.number,
      lines: [
        {
          ref,
          departsAt: itinerary.departsAt,
          timezone,
          status: 'paid',
          priceAmount: 64_000,
          commissionAmount: 6_400,
          adjustments: [{ kind: 'amendment', amount: 4_500, note: null }],
          amount: 62_100,
          currencyCode: 'GBP',
          paidAt: at('2027-06-25T09:00:00Z'),
        },
      ],
    },
    now,
  ),
  'paper-check': buildCheckFile({ letterhead, timezone, ...worst }, now),
  'paper-checks': buildVehicleFile(
    {
      letterhead,
      timezone,
      vehicleId: 1,
      vehicleReg: checks.vehicleReg,
      from: at('2026-03-11T00:00:00Z'),
      to: now,
      checks: [finest, worst],
      total: 2,
    },
    now,
  ),
}
