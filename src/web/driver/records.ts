import type { components } from '../../../dist/clients/typescript/charabanc.d.ts'

/** The records of the API by their names in its document. */
export type DriverRecords = components['schemas']

/** The whole trip as its driver sees it. */
export type CabTrip = DriverRecords['DriverTrip']

/** A trip as a list tells it. */
export type ListedTrip = DriverRecords['ListedDriverTrip']

/** The driver's own entry and settings. */
export type CabDriver = DriverRecords['DriverMe']
