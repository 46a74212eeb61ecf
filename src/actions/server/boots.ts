/** Whether a run of the process has ended, so that its unfinished work can be taken over. */
export type IsDead = (bootId: string) => Promise<boolean> | boolean

/** Finds every boot dead but the own one. The lock on the data folder proves that there is no other process. */
export function createDeadCheck(ownBootId: string): IsDead {
  return (bootId) => bootId !== ownBootId
}

/** Finds the dead among some boots. Call it outside of transactions, since it may ask storage. */
export async function findDeadBoots({ isDead }: { readonly isDead: IsDead }, bootIds: readonly string[]): Promise<string[]> {
  const dead = await Promise.all(bootIds.map(async (bootId) => ((await isDead(bootId)) ? [bootId] : [])))
  return dead.flat()
}
