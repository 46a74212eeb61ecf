/**
 * The router has no parameter within a path segment. A declared route separates the file extension: `/invoices/:number/.pdf`
 * stands for `/invoices/000001.pdf`.
 */
export function separateEnding(url: string): string {
  return url.replace(/\.pdf(?=\?|$)/, '/.pdf')
}

/** A declared path in its public form. */
export function asAddressed(path: string): string {
  return path.replace(/\/\.pdf$/, '.pdf')
}
