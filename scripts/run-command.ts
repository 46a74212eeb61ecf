/**
 * Runs the command of this process's arguments with further variables; returns its exit code. A signal that ends one ends both.
 */
export async function runCommand(env: Readonly<Record<string, string>>): Promise<number> {
  const child = Bun.spawn(process.argv.slice(2), { env: { ...process.env, ...env }, stdio: ['inherit', 'inherit', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return child.exited
}
