/** A store in which a page can write down a word of its own; a browser's `localStorage`. */
type Marks = {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/**
 * Whether somebody signed in here and has not been signed out since, as far as this browser knows. The session itself is in a cookie
 * that no page can see; by this somebody who follows a link to the sign-in page while it is good is led on.
 */
export function signedInMark(app: string, marks: () => Marks) {
  const name = `charabanc.${app}.signed-in`
  return {
    isSet: () => marks().getItem(name) !== null,
    set: () => marks().setItem(name, '1'),
    clear: () => marks().removeItem(name),
  }
}
