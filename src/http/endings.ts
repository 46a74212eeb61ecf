/**
 * The router knows no parameter within a part of a path, so that the ending of a file stands apart where a route is declared:
 * `/invoices/:number/.pdf` is asked for as `/invoices/000001.pdf`.
 */
export function endingApart(url: string): string {
  return url.replace(/\.pdf(?=\?|$)/, '/.pdf')
}

/** A declared path as it is asked for. */
export function asAddressed(path: string): string {
  return path.replace(/\/\.pdf$/, '.pdf')
}
