import type { components } from '../../../dist/clients/typescript/charabanc.d.ts'

/** The records of the API by their OpenAPI names. */
export type DriverRecords = components['schemas']

/** The whole trip in the driver's API. */
export type CabTrip = DriverRecords['DriverTrip']

/** A trip in a list. */
export type ListedTrip = DriverRecords['ListedDriverTrip']

/** The driver's own entry and settings. */
export type CabDriver = DriverRecords['DriverMe']
