declare module 'swagger-ui-dist/*' {
  /** Path of the file: in the executable, or under node_modules when running from source. */
  const path: string
  export = path
}
