/** The development server's member of a module that can change while its page is open; false in production. */
interface ImportMeta {
  readonly hot: { readonly data: Record<string, unknown>; accept(): void }
}

/** A page of the handbook, as text. */
declare module '*.md' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports a text as default
  export default text
}

/** A style sheet of a module, which the bundler adds to that of the page. */
declare module '*.css' {}
