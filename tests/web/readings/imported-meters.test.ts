import { expect, test } from 'vitest'
import { createEmbeddedTransport } from '~/api-client/embedded-transport.server'
import { password, signedIn } from '../../api/support/api-world'
import { importDay, openImportWorld, viewOf } from '../../api/support/import-world'
import '../support/matchers'
import { plain } from '../support/page'
import { startPortal } from '../support/portal'

const account = '200100018'
const tenDays = 10 * 24 * 60 * 60 * 1000

test('a customer sends a reading of a meter that was imported, and the billing gets it', async () => {
  const world = await openImportWorld('sqlite')
  await world.example('accounts', '--apply')
  await world.example('meters', '--apply')
  const browser = await signedIn(world, 'andrey@mail.example')
  await viewOf(browser).add(account, '90364418')
  world.pass(importDay.getTime() + tenDays - world.now().getTime())

  const portal = await startPortal(
    createEmbeddedTransport({ ask: world.api.ask, fetch: async (request) => world.api.fetch(request) }),
  )
  const visitor = portal.visitor()
  await visitor.press(await visitor.get('/login'), 'Войти', { email: 'andrey@mail.example', password })
  const page = await visitor.get('/personal/readings')
  expect(page.main).toContain('26-300158, кухня')
  expect(page.main).not.toContain('11-072915')
  const rows = page
    .all('main tbody tr')
    .map((row) => row.querySelectorAll('th, td').map(({ text }) => plain(text)))
  expect(rows.length).toBeGreaterThan(0)
  for (const cells of rows) expect(cells.at(4)).toMatch(/—$/)
  const [control] = page.all('[name^="reading-"]').map((one) => one.getAttribute('name') ?? '')

  const accepted = await visitor.press(page, 'Передать показания', { [control ?? '']: '3,25' })
  expect(accepted.h1).toBe('Показания приняты')
  expect(await world.operator('readings-register', '2026-10-16', '--columns', 'meter,value')).toBe(
    'meter;value\r\nП-2107;3,250\r',
  )

  await portal.close()
  await world.close()
})
