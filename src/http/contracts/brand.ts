import { Type } from '@sinclair/typebox'
import type { BrandChange, BrandedOperator, WordedOperator } from '../../actions/papers/brands.ts'
import { type Brand as BrandFacts, logoTypes } from '../../domain/brand.ts'
import type { FactName } from '../../domain/notices.ts'
import { customerFacts, type OwnWording } from '../../domain/wording.ts'
import { defineContract } from '../contract.ts'
import { input, nullable, type Of, oneOf, prose, record, text } from '../schema.ts'

export const BrandBody = input({
  accent: nullable(text({ min: 1, max: 20 })),
  logo: Type.Optional(nullable(input({ media_type: oneOf(logoTypes), data: text({ min: 1, max: 90_000 }) }))),
})

export function toBrandChange({ accent, logo }: Of<typeof BrandBody>): BrandChange {
  if (logo === undefined) return { accent }
  return { accent, logo: logo && { mediaType: logo.media_type, data: logo.data } }
}

/** The address of an operator's logo, different for each logo; null without one. */
export function buildLogoUrl(baseUrl: string, ref: string, { logo }: BrandFacts): string | null {
  return logo && `${baseUrl}/brands/${ref}/logo?v=${logo.hash}`
}

/** The address of an operator's colours, as a style sheet; null for the usual colours. */
export function buildColoursUrl(baseUrl: string, ref: string, { accent }: BrandFacts): string | null {
  return accent && `${baseUrl}/brands/${ref}/colours.css?v=${accent.slice(1)}`
}

const Brand = record({ accent: nullable(Type.String()), logo_url: nullable(Type.String()) })

/** The brand of an account for its customers. */
export const BrandView = defineContract(Brand, ({ operator, brand }: BrandedOperator, { baseUrl }) => ({
  accent: brand.accent,
  logo_url: buildLogoUrl(baseUrl, operator.ref, brand),
}))

const TripBrand = record({
  operator_ref: nullable(Type.String()),
  name: nullable(Type.String()),
  logo_url: nullable(Type.String()),
  colours_url: nullable(Type.String()),
})

/** The brand of a trip's operator, for the trip's page. All null without an operator. */
export const TripBrandView = defineContract(TripBrand, (branded: BrandedOperator | null, { baseUrl }) => {
  if (branded === null) return { operator_ref: null, name: null, logo_url: null, colours_url: null }
  const { operator, brand } = branded
  return {
    operator_ref: operator.ref,
    name: operator.name,
    logo_url: buildLogoUrl(baseUrl, operator.ref, brand),
    colours_url: buildColoursUrl(baseUrl, operator.ref, brand),
  }
})

export const WordingBody = input({
  sign_off: Type.Optional(nullable(prose({ min: 1, max: 500 }))),
  messages: Type.Array(
    input({
      fact: text({ min: 1, max: 40 }),
      subject: Type.Optional(nullable(text({ min: 1, max: 150 }))),
      opening: Type.Optional(nullable(prose({ min: 1, max: 1_000 }))),
    }),
    { maxItems: 50 },
  ),
})

export function toWording({ sign_off = null, messages }: Of<typeof WordingBody>): OwnWording {
  return {
    signOff: sign_off,
    messages: messages.map(({ fact, subject = null, opening = null }) => ({ fact: fact as FactName, subject, opening })),
  }
}

const WordedMessage = record({
  fact: oneOf(customerFacts),
  subject: nullable(Type.String()),
  opening: nullable(Type.String()),
  usual: record({ subject: Type.String(), lines: Type.Array(Type.String()) }),
})

const Wording = record({ sign_off: nullable(Type.String()), messages: Type.Array(WordedMessage) })

/** All messages to customers: the template of each, with sample data. */
export const WordingView = defineContract(Wording, ({ wording: { signOff, messages }, usual }: WordedOperator) => ({
  sign_off: signOff,
  messages: customerFacts.map((fact) => {
    const { subject = null, opening = null } = messages.find((one) => one.fact === fact) ?? {}
    const { subject: usualSubject = '', lines = [] } = usual.get(fact) ?? {}
    return { fact, subject, opening, usual: { subject: usualSubject, lines: [...lines] } }
  }),
}))
