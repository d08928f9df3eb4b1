import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fastFolder } from '../tests/support/fast-folder'
import { freePort } from '../tests/support/free-port'
import { expect, test } from './test'

const root = fileURLToPath(new URL('..', import.meta.url))

test.describe('npm run dev', () => {
  let server: ChildProcess
  let url: string
  let folder: string

  test.beforeEach(async () => {
    folder = mkdtempSync(join(fastFolder(), 'portal-dev-'))
    const port = String(await freePort())
    url = `http://127.0.0.1:${port}`
    const { PATH, HOME, NODE_ENV } = process.env
    server = spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: root,
      env: { PATH, HOME, NODE_ENV, PORT: port, PUBLIC_URL: url, DATA_DIR: folder, METRICS_PORT: 'off' },
      // The watcher and the server end with their group.
      detached: true,
      stdio: 'ignore',
    })
  })
  test.afterEach(async () => {
    const ended = once(server, 'exit')
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  test('serves pages whose scripts work, from the first visit on @scripts-on', async ({ browser }) => {
    test.setTimeout(120_000)
    await expect(async () => expect((await fetch(`${url}/login`)).status).toBe(200)).toPass()
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(`${url}/login`)
    const password = page.getByRole('main').locator('input[name=password]')
    await expect(async () => {
      await page.getByRole('button', { name: 'Показать пароль' }).click()
      await expect(password).toHaveAttribute('type', 'text', { timeout: 1_000 })
    }).toPass()
    expect(errors).toEqual([])
    await page.close()
  })
})
