import { expect, test } from 'vitest'
import { endedProcess as runCommand } from '../support/server-process'

const settings = { DEMO_DATA: 'off', PUBLIC_URL: 'http://127.0.0.1:9' }

test('the command doctor says what is well, and ends with 0', async () => {
  const { code, stdout, stderr } = await runCommand('admin.js', settings, ['doctor'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^ok +settings +valid: the portal at http:\/\/127.0.0.1:9 with the embedded API on SQLite$/m,
  )
})

test('and ends with 1 when something has to be mended, as JSON for programs', async () => {
  const bad = { ...settings, PAYMENT_GATEWAY: 'piggy-bank' }
  const { code, stdout } = await runCommand('admin.js', bad, ['doctor', '--json'])
  expect(code).toBe(1)
  const { ok, checks } = JSON.parse(stdout)
  expect(ok).toBe(false)
  expect(checks).toContainEqual({
    name: 'settings',
    status: 'failed',
    found: expect.stringMatching(/^PAYMENT_GATEWAY: /),
    advice: expect.any(String),
  })
})

test('is in the list of commands, and says how it is called', async () => {
  expect((await runCommand('admin.js', settings)).stdout).toContain('  doctor [--json]\n')
  const { code, stderr } = await runCommand('admin.js', settings, ['doctor', '--loudly'])
  expect(code).toBe(2)
  expect(stderr).toContain("doctor: Unknown option '--loudly'\nUsage: doctor [--json]")
})
