import type { components } from '../../../../dist/clients/typescript/charabanc.d.ts'

/** The records of the API by their OpenAPI names. */
export type Records = components['schemas']
