import { computeLightShade } from '../../domain/brand.ts'
import type { Letterhead, PaperBrand } from '../../domain/printed-paper.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'
import { findBrandAndWording, findLogo } from './brands.ts'

/** The head of an operator's papers. */
export async function findLetterhead(db: Reader, operator: Operator): Promise<Letterhead> {
  const { name, phone, email, operatorLicence } = operator
  const licence = operatorLicence === null ? null : `Operator licence ${operatorLicence}`
  return { name, lines: [phone, email, licence].filter((line) => line !== null), brand: await brandOnPaper(db, operator.id) }
}

async function brandOnPaper(db: Reader, operatorId: number): Promise<PaperBrand> {
  const [{ accent }, logo] = [await findBrandAndWording(db, operatorId), await findLogo(db, operatorId)]
  return { accent: accent && computeLightShade(accent).accent, logo: logo && { type: logo.mediaType, bytes: logo.bytes } }
}
