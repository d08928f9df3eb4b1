import { describe, expect, it } from 'vitest'
import { addAccountForm, setDefaultForm } from './account-forms.server'

const read = (account: string | undefined) => addAccountForm.schema.safeParse({ account })

describe('the number of the account', () => {
  it.each(['401 002 8513', 'л/с № 401-002-8513', '\u00a04010028513\n'])(
    'accepts what was typed as %j',
    (typed) => {
      expect(read(typed).data?.account).toBe('4010028513')
    },
  )

  it.each([undefined, '  ', '№', 'л/с'])('is required: %j', (typed) => {
    expect(read(typed).error?.issues[0]?.message).toMatch(/^Введите номер лицевого счёта/)
  })

  it('is rejected when it is longer than any account number', () => {
    expect(read('1'.repeat(64)).success).toBe(true)
    expect(read('1'.repeat(65)).error?.issues[0]?.message).toMatch(/^Слишком длинный номер/)
  })
})

describe('the hidden account of a button', () => {
  it('may be any number', () => {
    const { schema } = setDefaultForm
    expect(schema.safeParse({ account: 'ЕЛС-80/1' }).data).toEqual({ account: 'ЕЛС-80/1' })
  })

  it.each([undefined, '', ['1', '2'], { a: '1' }, '1'.repeat(1_001)])(
    'reports %j as an error of the whole form',
    (account) => {
      const issues = setDefaultForm.schema.safeParse({ account }).error?.issues
      expect(issues).toMatchObject([{ path: [], message: expect.stringMatching(/^Выберите лицевой счёт/) }])
    },
  )
})
