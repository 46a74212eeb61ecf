import { eq, sql } from 'drizzle-orm'
import { createFinder, omitColumns, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

/** The brand of an operator, without the bytes of its logo. */
export type BrandRow = Omit<Row<'brands'>, 'logo'>

const byOperator = prepareStatement('brand_of_operator', ({ db, t: { brands } }) =>
  db
    .select(omitColumns(brands, ['logo']))
    .from(brands)
    .where(eq(brands.operatorId, sql.placeholder('operatorId'))),
)

/** Finds the brand of an operator; null if it has chosen nothing. */
export async function findBrand(db: Reader, operatorId: number): Promise<BrandRow | null> {
  return takeFirstRow(await byOperator(db).execute({ operatorId }))
}

/** Finds the brand of an operator with the bytes of its logo; null if it has chosen nothing. */
export const findBrandWithLogo = createFinder('brands', 'operatorId')

const putting = prepareStatement('put_brand', ({ db, t: { brands } }) =>
  db
    .insert(brands)
    .values({
      operatorId: sql.placeholder('operatorId'),
      accent: sql.placeholder('accent'),
      logoType: sql.placeholder('logoType'),
      logoHash: sql.placeholder('logoHash'),
      logo: sql.placeholder('logo'),
      signOff: sql.placeholder('signOff'),
      messages: sql.placeholder('messages'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .onConflictDoUpdate({
      target: brands.operatorId,
      set: {
        accent: sql`excluded.accent`,
        logoType: sql`excluded.logo_type`,
        logoHash: sql`excluded.logo_hash`,
        logo: sql`excluded.logo`,
        signOff: sql`excluded.sign_off`,
        messages: sql`excluded.messages`,
        updatedAt: sql`excluded.updated_at`,
      },
    }),
)

/** Sets the brand of an operator. */
export async function saveBrand(tx: Writer, brand: Required<Omit<NewRow<'brands'>, 'id'>>): Promise<void> {
  await putting(tx).execute(brand)
}
