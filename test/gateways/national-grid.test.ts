import { expect, test } from 'bun:test'
import { computeGreatCircle } from '../../src/domain/road-distance.ts'
import { convertFromGrid } from '../../src/gateways/national-grid.ts'

// Points of Ordnance Survey's test of its exact transformation (OSTN15): eastings, northings, latitude, longitude.
test.each([
  [91_492.146, 11_318.804, 49.922_263_937, -6.299_777_52],
  [170_370.718, 11_572.405, 49.960_061_378, -5.203_046_1],
  [250_359.811, 62_016.569, 50.438_858_256, -4.108_645_636],
  [530_624.974, 178_388.464, 51.489_365_65, -0.119_925_572],
  [639_821.835, 169_565.858, 51.374_470_256, 1.444_547_304],
  [422_242.186, 433_818.701, 53.800_215_196, -1.663_791_682],
])('converts %d, %d on the National Grid to a few metres', (eastings, northings, latitude, longitude) => {
  expect(computeGreatCircle(convertFromGrid(eastings, northings), { latitude, longitude })).toBeLessThan(5)
})
