import type { LogoType } from '../../domain/brand.ts'
import type { OwnWords } from '../../domain/wording.ts'
import type { Columns } from '../columns.ts'
import type { accountTables } from './accounts.ts'

/** The table of brands: how operators show themselves to their customers. */
export function brandTables(c: Columns, { operators }: Pick<ReturnType<typeof accountTables>, 'operators'>) {
  /** One row an operator at most. Written by its admins. Never deleted. Read where a customer is told something, or looks. */
  const brands = c.table(
    'brands',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      accent: c.text(),
      logoType: c.text().$type<LogoType>(),
      logoHash: c.text(),
      /** The bytes in base64: at most 64 KiB of them. */
      logo: c.text(),
      signOff: c.text(),
      messages: c.json<readonly OwnWords[]>(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('brands_operator').on(t.operatorId)],
  )

  return { brands }
}
