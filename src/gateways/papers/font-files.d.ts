declare module '*.ttf' {
  /** Path of the font, in the executable or on the disk. */
  const path: string
  export = path
}
