import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tlsSite } from '../../support/tls-site'
import { endedProcess as runCommand } from '../support/server-process'

const doctorReport = z.object({ checks: z.array(z.object({ name: z.string(), status: z.string() })) })
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

test('reads the authority of a certificate that the file of settings names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-settings-'))
  const site = await tlsSite(folder, 90)
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, site.ca)
  const certificate = async (settings: string) => {
    const file = join(folder, 'portal.env')
    writeFileSync(
      file,
      `DATA_DIR=${folder}\nPUBLIC_URL=${site.url.origin}\nPAYMENT_GATEWAY=sandbox\nSMTP_URL=file:\n${settings}`,
    )
    const command = ['-i', process.execPath, `--env-file=${file}`, 'build/admin.js', 'doctor', '--json']
    const { stdout } = await promisify(execFile)('env', command).catch((ended: { stdout: string }) => ended)
    const { checks } = doctorReport.parse(JSON.parse(stdout))
    return checks.find(({ name }) => name === 'certificate')
  }
  expect(await certificate('')).toMatchObject({ status: 'failed' })
  expect(await certificate(`NODE_EXTRA_CA_CERTS=${authority}\n`)).toMatchObject({ status: 'ok' })
  site.close()
  rmSync(folder, { recursive: true })
})

test('is in the list of commands, and says how it is called', async () => {
  expect((await runCommand('admin.js', settings)).stdout).toContain('  doctor [--json]\n')
  const { code, stderr } = await runCommand('admin.js', settings, ['doctor', '--loudly'])
  expect(code).toBe(2)
  expect(stderr).toContain("doctor: Unknown option '--loudly'\nUsage: doctor [--json]")
})
