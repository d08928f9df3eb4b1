import { expect, it } from 'vitest'
import { accountOf } from './account-of.server'

const schema = accountOf('Выберите счёт.')

it('takes the number as it is, odd signs and all', () => {
  expect(schema.safeParse({ account: 'ЕЛС-80/1' }).data).toEqual({ account: 'ЕЛС-80/1' })
})

it.each([undefined, '', ['1', '2'], { a: '1' }, '1'.repeat(65)])(
  'says of the whole form that %j is none',
  (account) => {
    const issues = schema.safeParse({ account }).error?.issues
    expect(issues).toMatchObject([{ path: [], message: 'Выберите счёт.' }])
  },
)
