declare module '*.ttf' {
  /** Where the font lies, in the executable or on the disk. */
  const path: string
  export = path
}
