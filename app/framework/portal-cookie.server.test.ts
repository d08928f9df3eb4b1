import { expect, test } from 'vitest'
import { portalCookie } from './portal-cookie.server'

const attributesOf = (setCookie: string) => setCookie.split('; ').slice(1).sort()

test('a cookie over https has the name and the attributes that keep others from planting it', () => {
  const setCookie = portalCookie('device', true).write('a b', 60)
  expect(setCookie).toMatch(/^__Host-device=a%20b;/)
  expect(attributesOf(setCookie)).toEqual(['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Lax', 'Secure'])
})

test('a cookie over http does without what a browser would refuse there', () => {
  const setCookie = portalCookie('device', false).write('id', 60)
  expect(setCookie).toMatch(/^device=id;/)
  expect(attributesOf(setCookie)).toEqual(['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Lax'])
})

test('a cookie is read by its own name alone', () => {
  const cookie = portalCookie('device', true)
  expect(cookie.read('device=planted; __Host-device=a%20b')).toBe('a b')
  for (const header of ['device=planted', '', null, undefined]) expect(cookie.read(header)).toBeUndefined()
})

test('a cookie is taken away where it was set', () => {
  expect(portalCookie('device', true).clear()).toMatch(/^__Host-device=; Max-Age=0; Path=\/;/)
})
