import { eq } from 'drizzle-orm'
import type { Writer } from '../storage.ts'

/** Where a device takes its notices, sealed; null takes none. */
export async function savePushToken(
  tx: Writer,
  deviceId: number,
  platform: string | null,
  encrypted: string | null,
): Promise<void> {
  const { devices } = tx.t
  await tx.db.update(devices).set({ pushPlatform: platform, encryptedPushToken: encrypted }).where(eq(devices.id, deviceId))
}
