import { expect, test } from 'bun:test'
import { openOwnGazetteer } from '../../src/gateways/gazetteer.ts'

const find = async (q: string, country: string) => {
  const gazetteer = await openOwnGazetteer()
  return gazetteer.find({ q, country, near: null }, 3).map((town) => `${town.name} ${town.country} ${town.population}`)
}

test.each([
  ['leeds', 'GB', 'Leeds GB'],
  ['newcastle', 'GB', 'Newcastle upon Tyne GB 192382'],
  ['hull', 'GB', 'Kingston upon Hull GB'],
  ['saint helens', 'GB', 'St Helens GB'],
  ['munster', 'DE', 'Münster DE'],
  ['lodz', 'PL', 'Łódź PL'],
  ['paris', 'FR', 'Paris FR'],
])('the built-in towns answer %p in %p with %p', async (q, country, town) => {
  expect((await find(q, country))[0]).toStartWith(town)
})

test.each([
  ['Europe/London', 'GB'],
  ['Europe/Belfast', 'GB'],
  ['America/Panama', 'PA'],
  ['Asia/Calcutta', 'IN'],
  ['UTC', null],
])('the country of %p is %p', async (timezone, country) => {
  expect((await openOwnGazetteer()).findCountry(timezone)).toBe(country)
})
