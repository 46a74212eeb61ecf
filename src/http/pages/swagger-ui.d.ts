declare module 'swagger-ui-dist/*' {
  /** Where the file lies: in the executable, or under node_modules when running from source. */
  const path: string
  export = path
}
