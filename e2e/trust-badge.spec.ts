import { expect, test } from './test'

const BADGE = 'https://badge.example.test/script.js'

test.use({ setup: { settings: { TRUST_BADGE_URL: BADGE } } })

test('a trust badge without a counter is loaded once, and nothing is asked @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/badge[.]example[.]test/)
  const requests: string[] = []
  await visitor.context.route(BADGE, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await visitor.opens('/login')
  await expect.poll(() => requests).toEqual([BADGE])
  await expect(visitor.page.getByRole('region', { name: 'Файлы cookie' })).toHaveCount(0)
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  expect(requests).toEqual([BADGE])
})
