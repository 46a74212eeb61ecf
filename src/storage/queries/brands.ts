import { eq, sql } from 'drizzle-orm'
import { columnsBut, finder, firstRow } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

/** A brand: how an operator shows itself, without the bytes of its logo. */
export type BrandRow = Omit<Row<'brands'>, 'logo'>

const byOperator = prepared('brand_of_operator', ({ db, t: { brands } }) =>
  db
    .select(columnsBut(brands, ['logo']))
    .from(brands)
    .where(eq(brands.operatorId, sql.placeholder('operatorId'))),
)

/** Finds the brand of an operator; null where it has chosen nothing. */
export async function findBrand(db: Reader, operatorId: number): Promise<BrandRow | null> {
  return firstRow(await byOperator(db).execute({ operatorId }))
}

/** Finds the brand of an operator with the bytes of its logo; null where it has chosen nothing. */
export const findBrandWithLogo = finder('brands', 'operatorId')

const putting = prepared('put_brand', ({ db, t: { brands } }) =>
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

/** Sets how an operator shows itself, whatever it was before. */
export async function putBrand(tx: Writer, brand: Required<Omit<NewRow<'brands'>, 'id'>>): Promise<void> {
  await putting(tx).execute(brand)
}
