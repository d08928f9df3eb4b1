import { addDays, today } from 'format/dates'
import { ConfigError } from 'process/settings'
import { beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import {
  type Browser,
  openApiWorld,
  password,
  register,
  signedIn,
  verifyByLetter,
} from '../support/api-world'
import { newOf, setAutopayment } from '../support/autopayments-world'
import { addToRegister, giveAccount } from '../support/billing-register'
import { day, eraseDue } from '../support/my-data-world'
import { operatorOf } from '../support/operator'
import { changeEmail } from '../support/user-calls'

const email = 'petr@mail.example'
const newEmail = 'petr.new@mail.example'

describeOnEachDatabase('the register of what customers changed', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let browser: Browser
  let account: string
  /** The database's clock writes the register, and can not be set. */
  let around: string[]

  beforeAll(async () => {
    const now = today(world.config.timeZone, new Date())
    around = ['--from', addDays(now, -1), '--to', addDays(now, 1)]
    account = await addToRegister(world.database.db)
  })

  const changesOn = (...options: string[]) => operatorOf(world)('customer-changes', ...options)
  const lines = async (...options: string[]) =>
    new TextDecoder()
      .decode(new Uint8Array(Buffer.from(await changesOn(...around, ...options))))
      .trimEnd()
      .split('\r\n')
      .slice(1)
  const whatChanged = async (work: () => Promise<unknown>) => {
    const before = await lines('--columns', 'kind,account,before,after')
    await work()
    const after = await lines('--columns', 'kind,account,before,after')
    for (const line of before) after.splice(after.indexOf(line), 1)
    return after.sort()
  }

  test('begins with the registration, once its address is verified', async () => {
    browser = world.browser()
    expect(await whatChanged(() => register(browser, email))).toEqual([])
    expect(await whatChanged(() => verifyByLetter(world, browser, email))).toEqual([
      'consent_given;;;2026-01-15',
      `email;;;${email}`,
      'name;;;Пётр Снегирёв',
      'phone;;;+79991234567',
    ])
  })

  test('has name, telephone and e-mail as they were and as they are', async () => {
    browser = await signedIn(world, 'anna@mail.example')
    const profile = (name: string, phone: string | null) =>
      browser.post('/api/v1/users/change-profile/', { name, phone })
    expect(await whatChanged(() => profile('Пётр Орлов', '+79991234567'))).toEqual([
      'name;;Пётр Снегирёв;Пётр Орлов',
    ])
    expect(await whatChanged(() => profile('Пётр Орлов', '+79991234567'))).toEqual([])
    expect(await whatChanged(() => profile('Пётр Орлов', null))).toEqual(['phone;;+79991234567;'])
    expect(await whatChanged(() => changeEmail(world, browser, newEmail))).toEqual([
      `email;;anna@mail.example;${newEmail}`,
    ])
  })

  test('has accounts that were added and removed, and consents to autopayments', async () => {
    const userId = (
      await world.database.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', newEmail)
        .executeTakeFirstOrThrow()
    ).id
    expect(await whatChanged(() => giveAccount(world, userId, account))).toEqual([
      `account_added;${account};;`,
    ])
    expect(await whatChanged(async () => newOf(await setAutopayment(browser, account)))).toEqual([
      expect.stringMatching(new RegExp(`^autopayment_consent_given;${account};;.+$`)),
    ])
    expect(await whatChanged(() => browser.delete(`/api/v1/personal/delete-account/${account}`))).toEqual([
      `account_removed;${account};;`,
      `autopayment_consent_withdrawn;${account};2026-03-01;`,
    ])
  })

  test('has a consent that is withdrawn, and nothing of an erased customer', async () => {
    const withdrawn = await whatChanged(() => browser.post('/api/v1/users/deletion/', { password }))
    expect(withdrawn).toEqual(['consent_withdrawn;;2026-01-15;'])
    expect((await lines('--columns', 'email')).filter((line) => line === newEmail)).not.toEqual([])
    world.pass(31 * day)
    await eraseDue(world)
    expect((await lines('--columns', 'email')).filter((line) => line === newEmail)).toEqual([])
    expect((await lines('--columns', 'email')).filter((line) => line === email)).toHaveLength(4)
  })

  test('has titles of its own for columns, other encodings, and an entry in the operator log', async () => {
    const bytes = await changesOn(...around, '--columns', 'kind=Что,name=Имя', '--encoding', 'windows-1251')
    expect(new TextDecoder('windows-1251').decode(new Uint8Array(Buffer.from(bytes)))).toMatch(
      /^Что;Имя\r\n[a-z_]+;Пётр Снегирёв\r\n/,
    )
    expect(await changesOn('--from', '2020-01-01')).toEqual(
      Buffer.from('\ufeffday;time;customer;kind;account;before;after\r\n'),
    )
    const log = await world.database.db
      .selectFrom('operator_log')
      .select('counts')
      .where('action', '=', 'customer-changes')
      .where('stage', '=', 'done')
      .execute()
    expect(log.map(({ counts }) => counts)).toContain('{"changes":4}')
  })

  if (kind === 'sqlite')
    test.each([
      [[], '--from'],
      [['--from', 'вчера'], 'is not a day'],
      [['--from', '2026-10-05', '--to', '2026-10-04'], '--to'],
      [['--from', '2026-10-05', '--columns', 'day,password'], 'there are day, time'],
      [['--from', '2026-10-05', '--encoding', 'koi8-r'], '--encoding'],
    ])('requires valid options: %j', async (options, words) => {
      await expect(changesOn(...options)).rejects.toThrow(words)
      await expect(changesOn(...options)).rejects.toThrow(ConfigError)
    })
})
