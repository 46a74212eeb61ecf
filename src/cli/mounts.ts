/** A mount of a path, from the system's table of mounts. */
export type Mount = { readonly at: string; readonly type: string }

const network =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|coda|lustre|beegfs|davfs|glusterfs|gfs2|ocfs2|vboxsf|prl_fs|fuse\.(?!.*(ext|ntfs|exfat)).*)$/
const inMemory = /^(tmpfs|ramfs)$/

/** The mount of a path. `table` is the text of /proc/mounts; `path` is absolute, without links. Null without a match. */
export function findMount(table: string, path: string): Mount | null {
  let nearest: Mount | null = null
  for (const line of table.split('\n')) {
    const [, at, type] = line.split(' ').map(unescapeMount)
    if (at === undefined || type === undefined || !isUnder(path, at)) continue
    // A later line covers an earlier line at the same place.
    if (nearest === null || at.length >= nearest.at.length) nearest = { at, type }
  }
  return nearest
}

/** Reason against a database on a file system of this type, or null. */
export function describeFileSystemRisk(type: string): string | null {
  if (network.test(type)) return 'a network file system, whose locks and memory maps are unsafe for a database'
  if (inMemory.test(type)) return 'a memory file system, whose files are lost when the machine restarts'
  if (type === 'overlay') return "the container's own layer, which is deleted with the container"
  return null
}

function isUnder(path: string, at: string): boolean {
  return at === '/' || path === at || path.startsWith(`${at}/`)
}

/** The kernel writes blanks in names as octal numbers. */
function unescapeMount(word: string): string {
  return word.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
