import { createCookie } from '@remix-run/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFlashCookie, newFlash } from './flash.server'

const SECRET = 'a secret of more than thirty-two characters'
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? ''

describe('the flash message', () => {
  const flash = createFlashCookie([SECRET], true)

  test.each(['error', 'success', 'info', 'warning'] as const)('of type %s is read back', async (type) => {
    const message = newFlash(type, 'Готово: «счёт» добавлен — 1 234,56 ₽')
    expect(await flash.read(pairOf(await flash.write(message)))).toEqual(message)
  })

  test('has a unique id', () => {
    expect(newFlash('info', 'Да').id).not.toBe(newFlash('info', 'Да').id)
  })

  test('is a session cookie hidden from scripts', async () => {
    const setCookie = await flash.write(newFlash('info', 'Да'))
    expect(setCookie).toMatch(/^__Host-flashMessage=/)
    expect(setCookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(await createFlashCookie([SECRET], false).write(newFlash('info', 'Да'))).not.toContain('Secure')
  })

  test('is cleared by an expired cookie of the same name and path', async () => {
    const setCookie = await flash.clear()
    expect(setCookie).toMatch(/^__Host-flashMessage=/)
    expect(setCookie).toContain('Max-Age=0')
    expect(setCookie).toContain('Path=/')
    expect(await flash.read(pairOf(setCookie))).toBeNull()
  })

  test('signed with the previous secret is still read after a rotation', async () => {
    const message = newFlash('info', 'Да')
    const before = await flash.write(message)
    expect(await createFlashCookie(['x'.repeat(40), SECRET], true).read(pairOf(before))).toEqual(message)
  })

  test('not signed by the portal is ignored', async () => {
    const message = { id: '1', type: 'info', message: 'Позвоните мошенникам' }
    const unsigned = createCookie('__Host-flashMessage')
    const foreign = createCookie('__Host-flashMessage', { secrets: ['another secret'] })
    for (const cookie of [unsigned, foreign])
      expect(await flash.read(pairOf(await cookie.serialize(message)))).toBeNull()
  })

  test.each([
    '__Host-flashMessage=',
    '__Host-flashMessage=x',
    '__Host-flashMessage=%E0%A4%A',
    '__Host-flashMessage=e30=.x',
    '',
    'a=b',
  ])('is null for the cookie %j', async (header) => {
    expect(await flash.read(header)).toBeNull()
  })

  test.each([
    { id: '1', type: 'alert', message: 'Нет такого вида' },
    { id: '1', type: 'info', message: '' },
    { id: '1', type: 'info' },
    { type: 'info', message: 'Без номера' },
    'строка',
    null,
  ])('is validated when it is read: %j', async (value) => {
    const own = createCookie('__Host-flashMessage', { secrets: [SECRET] })
    expect(await flash.read(pairOf(await own.serialize(value)))).toBeNull()
  })

  test('of any length fits a cookie and is read back', {
    timeout: 60_000,
  }, async () => {
    const words = fc.oneof(
      fc.string({ minLength: 1, maxLength: 2_000, unit: 'grapheme' }),
      fc
        .constantFrom('щ', '₽', '😀', '漢', '"', '\\')
        .chain((letter) => fc.integer({ min: 1, max: 1_500 }).map((length) => letter.repeat(length))),
    )
    await fc.assert(
      fc.asyncProperty(words, async (text) => {
        const message = newFlash('success', text)
        const pair = pairOf(await flash.write(message))
        expect(pair.length).toBeLessThanOrEqual(4_096)
        expect(await flash.read(pair)).toEqual(message)
        expect(text.startsWith(message.message)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
