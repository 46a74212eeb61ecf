import { Type } from '@sinclair/typebox'
import type { SearchResult } from '../../actions/trips/search.ts'
import { foundKinds } from '../../domain/search.ts'
import { defineContract } from '../contract.ts'
import { input, nullable, oneOf, record, text } from '../schema.ts'

export const SearchQuery = input({ q: text({ min: 2, max: 80 }) })

const FoundRecord = record({
  kind: oneOf(foundKinds),
  id: Type.Union([Type.String(), Type.Integer()]),
  title: Type.String(),
  subtitle: nullable(Type.String()),
  kept: Type.Optional(Type.Boolean()),
})

/** The results of a search, by kind. */
export const SearchView = defineContract(record({ results: Type.Array(FoundRecord) }), (results: SearchResult[]) => ({ results }))
