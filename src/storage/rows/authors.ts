import { AsyncLocalStorage } from 'node:async_hooks'
import { type Author, systemAuthor } from '../../domain/activity.ts'

const authors = new AsyncLocalStorage<() => Author>()

/** Runs `work` with `author` as the source of the author of each transaction. */
export function runAsAuthor<T>(author: () => Author, work: () => Promise<T>): Promise<T> {
  return authors.run(author, work)
}

/** The author of a transaction that begins now. */
export function readCurrentAuthor(): Author {
  return authors.getStore()?.() ?? systemAuthor
}
