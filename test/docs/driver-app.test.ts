import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LocationsBody, TrackingView } from '../../src/http/contracts/driver-location.ts'
import { DriverMeView } from '../../src/http/contracts/driver-me.ts'
import { ErasureView } from '../../src/http/contracts/driver-privacy.ts'
import { ProgressBody } from '../../src/http/contracts/driver-progress.ts'
import { DriverTripView, OwnDuty } from '../../src/http/contracts/driver-trip.ts'
import { IncidentBody, ReportedIncidentView } from '../../src/http/contracts/incident.ts'
import { VehicleCheckBody } from '../../src/http/contracts/vehicle-check.ts'
import { statusOf } from '../../src/http/errors.ts'

const page = await Bun.file(resolve(import.meta.dir, '../../docs/driver-app.md')).text()
const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))

test('shows only requests and responses that match their schemas', () => {
  const [me, duty, step, trip, refused, incident, reported, walkaround, points, tracking, erasure] = blocks
  const shown: [TSchema, unknown][] = [
    [DriverMeView.schema, me],
    [OwnDuty, duty],
    [ProgressBody, step],
    [DriverTripView.schema, trip],
    [IncidentBody, incident],
    [ReportedIncidentView.schema, reported],
    [VehicleCheckBody, walkaround],
    [LocationsBody, points],
    [TrackingView.schema, tracking],
    [ErasureView.schema, erasure],
  ]

  expect(blocks).toHaveLength(11)
  for (const [schema, value] of shown) expect([...Value.Errors(schema, value)]).toEqual([])
  expect(Object.keys(refused.error)).toEqual(['code', 'message', 'current_status', 'allowed'])
})

test('names only refusal codes that exist', () => {
  const named = [...page.matchAll(/40[39]\s+`([a-z_]+)`/g)].map(([, code = '']) => code)

  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((code) => !(code in statusOf))).toEqual([])
})
