/** A refusal to change a database that a later release has written to. */
export class SchemaNewer extends Error {
  constructor(
    readonly found: string,
    readonly known: string,
  ) {
    super(`The database has schema ${found}. This release supports schemas up to ${known}.`)
  }
}
