import { writeFileSync } from 'node:fs'

/** A postcode with its coordinates in degrees. */
export type SamplePostcode = { readonly postcode: string; readonly latitude: number; readonly longitude: number }

const letters = 'ABDEFGHJLNPQRSTUWXYZ'
const areas = 'AB BD CF DH EH FK GL HX IP KT LS ML NE OX PE RG SA TR WF YO'.split(' ')
const districts = 30
const unitsOfDistrict = 10 * letters.length ** 2

/** The postcode of this number, from 0 to 2,399,999. Neighbours in number are neighbours on the map. */
export function makeSamplePostcode(nth: number): SamplePostcode {
  const unit = nth % unitsOfDistrict
  const district = Math.floor(nth / unitsOfDistrict)
  const outward = `${areas[Math.floor(district / districts) % areas.length]}${1 + (district % districts)}`
  const [first, second] = [letters[Math.floor(unit / letters.length) % letters.length], letters[unit % letters.length]]
  const postcode = `${outward} ${Math.floor(unit / letters.length ** 2)}${first}${second}`
  return { postcode, latitude: 50 + (district % 80) / 10 + unit / 100_000, longitude: -5 + (district % 61) / 10 + unit / 90_000 }
}

/** Writes a CSV file with this many postcodes, after a heading. */
export function writePostcodes(path: string, count: number): void {
  const rows = Array.from({ length: count }, (_, nth) => {
    const { postcode, latitude, longitude } = makeSamplePostcode(nth)
    return `${postcode},${latitude.toFixed(6)},${longitude.toFixed(6)}\n`
  })
  writeFileSync(path, `postcode,latitude,longitude\n${rows.join('')}`)
}
