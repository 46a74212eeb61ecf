import { describe, expect, test } from 'bun:test'
import { doubtAbout, mountOf } from '../../src/cli/mounts.ts'

const table = [
  'overlay / overlay rw,relatime 0 0',
  'proc /proc proc rw 0 0',
  '/dev/sda1 /data ext4 rw 0 0',
  'nas:/export /data/remote nfs4 rw,vers=4.2 0 0',
  '/dev/sdb1 /mnt/two\\040words xfs rw 0 0',
  '/dev/sdc1 /top ext4 rw 0 0',
  'tmpfs /top tmpfs rw 0 0',
  '',
].join('\n')

describe('which mount a path lies on', () => {
  test.each([
    ['/data/charabanc', '/data', 'ext4'],
    ['/data', '/data', 'ext4'],
    ['/data/remote/x', '/data/remote', 'nfs4'],
    ['/database', '/', 'overlay'],
    ['/mnt/two words/x', '/mnt/two words', 'xfs'],
    ['/top/x', '/top', 'tmpfs'],
  ])('%s lies on %s', (path, at, type) => {
    expect(mountOf(table, path)).toEqual({ at, type })
  })

  test('none is known where the table is empty', () => {
    expect(mountOf('', '/data')).toBeNull()
  })
})

describe('what a database may lie on', () => {
  test.each(['ext4', 'xfs', 'btrfs', 'zfs', 'f2fs', 'apfs', 'fuseblk', 'ext3', 'bcachefs'])('%s is fine', (type) => {
    expect(doubtAbout(type)).toBeNull()
  })

  test.each([
    'nfs',
    'nfs4',
    'cifs',
    'smb3',
    '9p',
    'fuse.sshfs',
    'fuse.s3fs',
    'fuse.rclone',
    'ceph',
    'glusterfs',
    'fuse.glusterfs',
    'vboxsf',
  ])('%s is across a network or a border that locks do not cross', (type) => {
    expect(doubtAbout(type)).toContain('network')
  })

  test.each(['tmpfs', 'ramfs'])('%s is gone after a restart', (type) => {
    expect(doubtAbout(type)).toContain('memory')
  })

  test("a container's own layer goes with it", () => {
    expect(doubtAbout('overlay')).toContain('container')
  })
})
