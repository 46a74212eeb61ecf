/**
 * The member that the development server gives a module that may change while its page is open; false in production.
 */
interface ImportMeta {
  readonly hot: { readonly data: Record<string, unknown>; accept(): void }
}

/** A page of the handbook, as text. */
declare module '*.md' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: what the bundler gives for a text
  export default text
}

/** A style sheet that a module brings along; the bundler puts it into that of the page. */
declare module '*.css' {}
