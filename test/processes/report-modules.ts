// A preload: writes the modules that were evaluated before the server's ready line to the file LOADED_MODULES, as JSON.

const write = process.stdout.write.bind(process.stdout)

process.stdout.write = ((text: string, ...rest: never[]) => {
  if (text.includes('"listening"')) Bun.write(process.env.LOADED_MODULES ?? '', JSON.stringify(Object.keys(require.cache)))
  return write(text, ...rest)
}) as typeof process.stdout.write
