import { describe, expect, test } from 'vitest'
import { createFlashCookie, newFlash } from '~/server/session/flash.server'
import type { Browser } from '../support/browser'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import type { Page } from '../support/page'
import { portalOfThisFile, TEST_SECRET } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const cookie = createFlashCookie([TEST_SECRET], false)

const leaveMessage = async (visitor: Browser, type: 'error' | 'success' | 'info' | 'warning' = 'success') => {
  const [pair = ''] = (await cookie.write(newFlash(type, 'Готово <b>«да»</b>'))).split(';')
  visitor.cookies.set('flashMessage', pair.slice(pair.indexOf('=') + 1))
}
const withMessage = async (type?: Parameters<typeof leaveMessage>[1]) => {
  const visitor = portal.visitor()
  await leaveMessage(visitor, type)
  return visitor
}

describe('a flash message', () => {
  test.each(['error', 'success', 'info', 'warning'] as const)('of type %s is shown once', async (type) => {
    const visitor = await withMessage(type)
    expect(await visitor.get('/login')).toShowFlash(type, 'Готово <b>«да»</b>')
    expect(visitor.cookies.has('flashMessage')).toBe(false)
    expect((await visitor.get('/login')).flashes).toEqual([])
  })

  test('is shown as text, whatever it contains', async () => {
    const page = await (await withMessage()).get('/login')
    expect(page.html).toContain('Готово &lt;b&gt;«да»&lt;/b&gt;')
    expect(page.all('[data-flash] b')).toEqual([])
  })

  test.each([{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])(
    'is not used up by a prefetched page (%o)',
    async (headers) => {
      const visitor = await withMessage()
      const ahead = await visitor.get('/login', headers)
      expect(ahead.flashes).toEqual([])
      expect(ahead.setCookie('flashMessage')).toBeUndefined()
      await visitor.data('/login', headers)
      expect(await visitor.get('/login')).toShowFlash('success', /Готово/)
    },
  )

  test('is not used up by scripts, styles and other files', async () => {
    const visitor = await withMessage()
    const page = await portal.visitor().get('/login')
    const files = page.all('script[src], link[rel="modulepreload"], link[rel="stylesheet"]')
    const addresses = files.map((file) => file.getAttribute('src') ?? file.getAttribute('href') ?? '')
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of [...addresses, '/assets/nothing.js', '/health', '/favicon.svg'])
      expect((await visitor.get(address)).setCookies).toEqual([])
    expect(await visitor.get('/login')).toShowFlash('success', /Готово/)
  })

  test('is in the data of a client-side navigation, and is then used up', async () => {
    const visitor = await withMessage()
    const data = await visitor.data('/login')
    expect(data.html).toContain('Готово')
    expect(visitor.cookies.has('flashMessage')).toBe(false)
    expect((await visitor.data('/login')).html).not.toContain('Готово')
  })

  test('has an id, by which two simultaneous responses show it once', async () => {
    const visitor = await withMessage()
    const [one, other] = await Promise.all([visitor.data('/login'), visitor.data('/about')])
    const idIn = ({ html, headers }: Page) =>
      html.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)?.find((id) => id !== headers['x-request-id'])
    expect(idIn(one)).toBeTruthy()
    expect(idIn(one)).toBe(idIn(other))
  })

  test('waits for the target of a redirect', async () => {
    const visitor = await withMessage()
    const answer = await visitor.get('/personal')
    expect(answer.status).toBe(302)
    expect(await visitor.follow(answer)).toShowFlash('success', /Готово/)
  })

  test('waits when scripts follow the redirect', async () => {
    const visitor = await withMessage()
    expect((await visitor.data('/personal')).status).toBe(202)
    expect(await visitor.get('/login')).toShowFlash('success', /Готово/)
  })

  test('waits when a trailing slash is removed by a redirect', async () => {
    const visitor = await withMessage()
    expect(await visitor.get('/login/')).toHaveRedirect('/login', 301)
    expect(await visitor.get('/login')).toShowFlash('success', /Готово/)
  })

  test('is replaced by a newer one', async () => {
    const visitor = await portal.customer()
    await leaveMessage(visitor, 'info')
    expect(await visitor.follow(await visitor.post('/logout'))).toShowFlash('success', /Вы вышли/)
  })

  test('is not used up by a HEAD request, which shows nothing', async () => {
    const visitor = await withMessage()
    expect((await visitor.ask('/about', { method: 'HEAD' })).setCookies).toEqual([])
    expect(await visitor.get('/about')).toShowFlash('success', /Готово/)
  })

  test('is shown on error screens', async () => {
    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    const visitor = await withMessage()
    const page = await visitor.get('/nowhere')
    expect(page).toBeErrorScreen(404)
    expect(page).toShowFlash('success', /Готово/)
    expect((await visitor.get('/login')).flashes).toEqual([])
  })

  test('is shown once on a rejected form', async () => {
    const visitor = await withMessage()
    const page = await visitor.post('/login', { email: '', password: '' })
    expect(page.status).toBe(400)
    expect(page).toShowFlash('success', /Готово/)
    expect((await visitor.get('/login')).flashes).toEqual([])
  })

  test('is never in a cached guest page', async () => {
    await portal.visitor().get('/login')
    expect(await (await withMessage()).get('/login')).toShowFlash('success', /Готово/)
    expect((await portal.visitor().get('/login')).flashes).toEqual([])
  })

  test('that the portal did not sign is ignored', async () => {
    const visitor = portal.visitor()
    visitor.cookies.set('flashMessage', 'forged.signature')
    const page = await visitor.get('/login')
    expect(page.status).toBe(200)
    expect(page.flashes).toEqual([])
  })
})
