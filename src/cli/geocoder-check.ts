import type { Config } from '../config.ts'
import { type Geocoder, openGeocoder } from '../gateways/geocoding/geocoder.ts'
import type { Logger } from '../log.ts'
import { createOkFinding, createWarnFinding, type Finding } from './finding.ts'

const geocoderHint =
  'Check that it runs, and that the address names its kind. Until it answers, people find known places and towns only.'

/** Whether the configured geocoder answers a test question. No request without a geocoder or if `isOffline`. */
export async function examineGeocoder({ geocoderUrl: geocoder }: Config, isOffline: boolean): Promise<Finding[]> {
  if (geocoder === null) return []
  if (isOffline) return [createOkFinding('geocoder', `${geocoder.host} was not checked.`)]
  const reason = await openGeocoder(geocoder, { warn() {} }).check()
  if (reason === null) return [createOkFinding('geocoder', `${geocoder.host} answers.`)]
  return [createWarnFinding('geocoder', `${geocoder.host} finds no places: ${reason}.`, geocoderHint)]
}

/** Asks the geocoder a test question, if there is one, and logs a failure. Never rejects, and delays nothing. */
export async function testGeocoder(geocoder: Geocoder, { geocoderUrl }: Config, log: Pick<Logger, 'warn'>): Promise<void> {
  const reason = await geocoder.check()
  if (reason !== null) log.warn({ geocoder: geocoderUrl?.host, reason }, 'geocoder did not answer a test question')
}
