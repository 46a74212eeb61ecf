import { Type } from '@sinclair/typebox'
import type { SearchResult } from '../../actions/trips/search.ts'
import { foundKinds } from '../../domain/search.ts'
import { defineContract } from '../contract.ts'
import { input, nullable, type Of, oneOf, record, text } from '../schema.ts'

export const SearchQuery = input({ q: text({ min: 2, max: 80 }) })

const FoundRecord = record({
  kind: oneOf(foundKinds),
  id: Type.Union([Type.String(), Type.Integer()]),
  title: Type.String(),
  subtitle: nullable(Type.String()),
  kept: Type.Optional(Type.Boolean()),
  trip: Type.Optional(record({ summary: Type.String(), customer_name: nullable(Type.String()), departs_at: Type.String() })),
})

function asFound({ trip, ...found }: SearchResult): Of<typeof FoundRecord> {
  if (trip === undefined) return found
  const { summary, customerName, departsAt } = trip
  return { ...found, trip: { summary, customer_name: customerName, departs_at: departsAt } }
}

/** The results of a search, by kind. */
export const SearchView = defineContract(record({ results: Type.Array(FoundRecord) }), (results: SearchResult[]) => ({
  results: results.map(asFound),
}))
