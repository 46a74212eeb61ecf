import type { components } from '../../../../dist/clients/typescript/charabanc.d.ts'

/** The records of the API by their names in its document. */
export type Records = components['schemas']
