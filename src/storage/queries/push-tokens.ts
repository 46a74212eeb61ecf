import { eq } from 'drizzle-orm'
import type { Writer } from '../storage.ts'

/** Where a device takes its notices; a null token takes none. */
export async function savePushToken(tx: Writer, deviceId: number, platform: string | null, token: string | null): Promise<void> {
  const { devices } = tx.t
  await tx.db.update(devices).set({ pushPlatform: platform, pushToken: token }).where(eq(devices.id, deviceId))
}
