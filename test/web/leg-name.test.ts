import { expect, test } from 'bun:test'
import { formatLegName } from '../../src/web/plain/leg-name.ts'

const legsOf = (...kinds: readonly string[]) => kinds.map((kind, nth) => ({ sequence: nth + 1, kind }))

test.each([
  ['return', ['transfer', 'transfer'], ['Outward', 'Return']],
  ['return', ['transfer', 'standby', 'transfer'], ['Outward', null, 'Return']],
  ['return', ['transfer', 'transfer', 'transfer'], ['Leg 1', 'Leg 2', 'Leg 3']],
  ['multi_day', ['transfer', 'transfer'], ['Leg 1', 'Leg 2']],
  ['one_way', ['transfer'], [null]],
])('names the legs of a trip (%s, %p)', (trip_type, kinds, names) => {
  const legs = legsOf(...kinds)
  expect(legs.map((leg) => formatLegName(leg, { trip_type, legs }))).toEqual(names)
})
