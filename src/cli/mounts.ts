/** A mount that a path may lie on, as the system's table of mounts tells it. */
export type Mount = { readonly at: string; readonly type: string }

const network =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|coda|lustre|beegfs|davfs|glusterfs|gfs2|ocfs2|vboxsf|prl_fs|fuse\.(?!.*(ext|ntfs|exfat)).*)$/
const inMemory = /^(tmpfs|ramfs)$/

/** The mount a path lies on; `table` is the text of /proc/mounts and `path` is absolute, without links. Null where none fits. */
export function mountOf(table: string, path: string): Mount | null {
  let nearest: Mount | null = null
  for (const line of table.split('\n')) {
    const [, at, type] = line.split(' ').map(unescaped)
    if (at === undefined || type === undefined || !isUnder(path, at)) continue
    // A later line lies on top of an earlier one at the same place.
    if (nearest === null || at.length >= nearest.at.length) nearest = { at, type }
  }
  return nearest
}

/** Reason why a database should not lie on a file system of this type, or null. */
export function doubtAbout(type: string): string | null {
  if (network.test(type)) return 'a network file system, whose locks and memory maps a database cannot rely on'
  if (inMemory.test(type)) return 'memory, and is gone after a restart of the machine'
  if (type === 'overlay') return "the container's own layer, and goes with the container"
  return null
}

function isUnder(path: string, at: string): boolean {
  return at === '/' || path === at || path.startsWith(`${at}/`)
}

/** The kernel writes blanks in names as octal numbers. */
function unescaped(word: string): string {
  return word.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
