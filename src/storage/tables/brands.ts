import type { LogoType } from '../../domain/brand.ts'
import type { OwnWords } from '../../domain/wording.ts'
import type { Columns } from '../columns.ts'
import type { accountTables } from './accounts.ts'

/** The table of operators' brands. */
export function brandTables(c: Columns, { operators }: Pick<ReturnType<typeof accountTables>, 'operators'>) {
  /** One row for each operator at most. Written by its admins. Never deleted. Read for messages and pages to customers. */
  const brands = c.table(
    'brands',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      accent: c.text(),
      logoType: c.text().$type<LogoType>(),
      logoHash: c.text(),
      /** The bytes in base64, at most 64 KiB. */
      logo: c.text(),
      signOff: c.text(),
      messages: c.json<readonly OwnWords[]>(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('brands_operator').on(t.operatorId)],
  )

  return { brands }
}
