/** Whether a run of the process is over, so that what it had begun may be taken over. */
export type IsDead = (bootId: string) => Promise<boolean> | boolean

/** The lock on the data folder says that there is no other process: every boot but one's own is dead. */
export function othersAreDead(ownBootId: string): IsDead {
  return (bootId) => bootId !== ownBootId
}

/** Finds the dead among some boots. To be called outside of transactions, since it may ask storage. */
export async function deadAmong({ isDead }: { readonly isDead: IsDead }, bootIds: readonly string[]): Promise<string[]> {
  const dead = await Promise.all(bootIds.map(async (bootId) => ((await isDead(bootId)) ? [bootId] : [])))
  return dead.flat()
}
