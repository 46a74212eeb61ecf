import { describe, expect, test } from 'bun:test'
import { describeFileSystemRisk, findMount } from '../../src/cli/mounts.ts'

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

describe('findMount', () => {
  test.each([
    ['/data/charabanc', '/data', 'ext4'],
    ['/data', '/data', 'ext4'],
    ['/data/remote/x', '/data/remote', 'nfs4'],
    ['/database', '/', 'overlay'],
    ['/mnt/two words/x', '/mnt/two words', 'xfs'],
    ['/top/x', '/top', 'tmpfs'],
  ])('finds for %s the mount %s', (path, at, type) => {
    expect(findMount(table, path)).toEqual({ at, type })
  })

  test('finds no mount in an empty table', () => {
    expect(findMount('', '/data')).toBeNull()
  })
})

describe('describeFileSystemRisk', () => {
  test.each(['ext4', 'xfs', 'btrfs', 'zfs', 'f2fs', 'apfs', 'fuseblk', 'ext3', 'bcachefs'])('accepts %s', (type) => {
    expect(describeFileSystemRisk(type)).toBeNull()
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
  ])('warns that %s is a network or shared file system without reliable locks', (type) => {
    expect(describeFileSystemRisk(type)).toContain('network')
  })

  test.each(['tmpfs', 'ramfs'])('warns that %s is in memory and lost on restart', (type) => {
    expect(describeFileSystemRisk(type)).toContain('memory')
  })

  test("warns that a container's own layer is deleted with it", () => {
    expect(describeFileSystemRisk('overlay')).toContain('container')
  })
})
