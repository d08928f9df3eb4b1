import { expect, test } from 'vitest'
import { followQuietly, withoutMark } from './use-followed-choice'

/** Loads the page at this query by the portal's answer: its data, or what is thrown. */
const load = (query: string, answer: () => unknown) =>
  followQuietly({
    request: new Request(`https://portal.example/personal/pay-several?${query}`),
    serverLoader: async () => answer(),
  })
const fails = (reason: unknown) => () => {
  throw reason
}
const followed = 'account=1000200030&follow'
const lost = new TypeError('Failed to fetch')

test('a choice is loaded, whether it was opened or followed', async () => {
  for (const query of [withoutMark(followed), followed])
    expect(await load(query, () => 'the page')).toBe('the page')
})

test('a followed choice that can’t be loaded leaves the page as it is', async () => {
  expect(await load(followed, fails(lost))).toBe(null)
})

test('an opened choice that can’t be loaded is an error', async () => {
  await expect(load(withoutMark(followed), fails(lost))).rejects.toBe(lost)
})

test('a lost session leads to the login, from a followed choice too', async () => {
  const toLogin = new Response(null, { status: 302 })
  await expect(load(followed, fails(toLogin))).rejects.toBe(toLogin)
})
