import { expect, it } from 'vitest'
import { hiddenAccount } from './hidden-account.server'

const schema = hiddenAccount('Выберите счёт.')

it('accepts any number as it is', () => {
  expect(schema.safeParse({ account: 'ЕЛС-80/1' }).data).toEqual({ account: 'ЕЛС-80/1' })
})

it.each([undefined, '', ['1', '2'], { a: '1' }, '1'.repeat(1_001)])(
  'reports %j as an error of the whole form',
  (account) => {
    const issues = schema.safeParse({ account }).error?.issues
    expect(issues).toMatchObject([{ path: [], message: 'Выберите счёт.' }])
  },
)
