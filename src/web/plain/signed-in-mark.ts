/** A store for a page's own values, such as a browser's `localStorage`. */
type Marks = {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/**
 * A mark in this browser of a sign-in without a sign-out. The session itself is in a cookie that pages cannot read. The sign-in
 * page uses the mark to lead a signed-in reader on.
 */
export function createSignedInMark(app: string, marks: () => Marks) {
  const name = `charabanc.${app}.signed-in`
  return {
    isSet: () => marks().getItem(name) !== null,
    set: () => marks().setItem(name, '1'),
    clear: () => marks().removeItem(name),
  }
}
