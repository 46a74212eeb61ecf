import type { DueWork, WorkLoop } from '../../domain/due-work.ts'

/** Notes the due work of the open transaction, savepoint by savepoint, and reports it after the commit. */
export class DueNotes {
  /** Notes before each open savepoint, and since the last one. */
  #noted: Map<WorkLoop, number>[] = [new Map()]
  #listener: (work: DueWork) => void = () => {}

  begin(): void {
    this.#noted = [new Map()]
  }

  note(loop: WorkLoop, dueAt: number): void {
    const latest = this.#noted.at(-1)
    if (latest !== undefined && dueAt < (latest.get(loop) ?? Number.POSITIVE_INFINITY)) latest.set(loop, dueAt)
  }

  savepoint(): void {
    this.#noted.push(new Map())
  }

  release(): void {
    for (const [loop, dueAt] of this.#noted.pop() ?? []) this.note(loop, dueAt)
  }

  undo(): void {
    this.#noted.pop()
  }

  /** The due work of the open transaction so far. */
  left(): DueWork {
    return this.#noted[0] ?? new Map()
  }

  commit(): void {
    const work = this.left()
    if (work.size > 0) this.#listener(work)
  }

  onDue(listener: (work: DueWork) => void): void {
    this.#listener = listener
  }
}
