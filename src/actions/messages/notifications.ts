import type { PortalCaller } from '../../domain/caller.ts'
import { chooseWishes, type Wishes, wishesOf } from '../../domain/notices.ts'
import { mustFind } from '../../domain/refusal.ts'
import { lockOperator } from '../../storage/locks.ts'
import { findUser, saveUser } from '../../storage/queries/users.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** The caller's wishes: what they hear of, and how. */
export async function showWishes(db: Reader, { operatorId, user }: PortalCaller): Promise<Wishes> {
  return wishesOf(await mustFind(findUser(db, operatorId, user.id)))
}

/** The caller wishes to hear of other things. Refuses `validation_failed` for what their role may not read. */
export async function changeWishes(tx: Writer, { operatorId, user }: PortalCaller, wished: Wishes): Promise<Wishes> {
  await lockOperator(tx, operatorId)
  const found = await mustFind(findUser(tx, operatorId, user.id))

  const notifications = chooseWishes(found.role, wished)

  await saveUser(tx, found, { notifications })
  return notifications
}
