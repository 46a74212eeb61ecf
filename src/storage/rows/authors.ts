import { AsyncLocalStorage } from 'node:async_hooks'
import { type Author, system } from '../../domain/activity.ts'

const authors = new AsyncLocalStorage<() => Author>()

/** Runs `work`; `author` says whose the transactions are that it opens, each time one is. */
export function actAs<T>(author: () => Author, work: () => Promise<T>): Promise<T> {
  return authors.run(author, work)
}

/** The author of a transaction that is opened now. */
export function currentAuthor(): Author {
  return authors.getStore()?.() ?? system
}
