import { dlopen, type FFIFunction } from 'bun:ffi'

/** Functions of the C library of this machine. Throws without a known one, such as on Windows. */
export function openCLibrary<const F extends Record<string, FFIFunction>>(functions: F) {
  const failures: unknown[] = []
  for (const name of namesOf[process.platform] ?? []) {
    try {
      return dlopen(name, functions).symbols
    } catch (fault) {
      failures.push(fault)
    }
  }
  throw new AggregateError(failures, `The C library of ${process.platform} cannot be opened.`)
}

/** File names of the C library: glibc has one name, musl has that of the machine. */
const namesOf: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`],
  darwin: ['libSystem.B.dylib'],
}
