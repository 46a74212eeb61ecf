import type { PortalCaller } from '../../domain/caller.ts'
import { mergeNotificationChoices, type NotificationChoices, readNotificationChoices } from '../../domain/notices.ts'
import { requireFound } from '../../domain/refusal.ts'
import { lockOperator } from '../../storage/locks.ts'
import { findUser, saveUser } from '../../storage/queries/users.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** Shows the caller's notification settings: facts and channels. */
export async function showNotificationChoices(db: Reader, { operatorId, user }: PortalCaller): Promise<NotificationChoices> {
  return readNotificationChoices(await requireFound(findUser(db, operatorId, user.id)))
}

/** Changes the caller's notification settings. Refuses `validation_failed` for facts that their role cannot read. */
export async function changeNotificationChoices(
  tx: Writer,
  { operatorId, user }: PortalCaller,
  wished: NotificationChoices,
): Promise<NotificationChoices> {
  await lockOperator(tx, operatorId)
  const found = await requireFound(findUser(tx, operatorId, user.id))

  const notifications = mergeNotificationChoices(found.role, wished)

  await saveUser(tx, found, { notifications })
  return notifications
}
