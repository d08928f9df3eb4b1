import { diskCheck } from 'doctor/checks/disk.check'
import { importFolderCheck } from 'doctor/checks/import-folder.check'
import { expect, test, vi } from 'vitest'

vi.mock('node:os', async (actual) => ({
  ...(await actual<typeof import('node:os')>()),
  userInfo() {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  },
}))

// Root may write to any folder, but not below a device, and to none of the kernel’s.
test.each([
  ['the disk', diskCheck({ dataDir: '/dev/null' })],
  ['the import folder', importFolderCheck({ importDir: '/proc', importReportTo: undefined })],
])('%s that a user without a name can not write to is a failure with its reason', async (_, check) => {
  expect(await check.run()).toMatchObject({
    status: 'failed',
    found: expect.stringMatching(
      new RegExp(`^uid ${process.getuid?.()} can not write to /\\w+(/\\w+)?: E[A-Z]+$`),
    ),
  })
})
