import { commands } from 'cli/command-list'
import { beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld, signedIn } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { readingOperatorOf } from '../support/operator'
import { paidBy } from '../support/refunds-world'
import { whileEndsAreRefused } from '../support/refused-ends'

const email = 'zinaida@mail.example'

/** What only prints, and nobody's personal data but what the books need. */
const notLogged = [
  'payments-register',
  'readings-register',
  'log',
  'destruction-log',
  'check-content',
  'check-api',
]

test('every command that changes something is in the operator log', () => {
  const unrecorded = Object.entries(commands).filter(([, { logRule: recorded }]) => !recorded)
  expect(unrecorded.map(([name]) => name).sort()).toEqual([...notLogged].sort())
})

describeOnEachDatabase('the operator log', (kind) => {
  const world = openForTests(() => openApiWorld(kind))

  beforeAll(async () => {
    await signedIn(world, email)
  })

  const operator = (name: string, ...typed: string[]) => readingOperatorOf(world)(name, ...typed)
  /** The rows of the runs of this work. */
  const rowsOf = async (work: () => Promise<unknown>) => {
    const all = () => world.database.db.selectFrom('operator_log').selectAll().execute()
    const before = new Set((await all()).map(({ id }) => id))
    await work()
    const order = ['begun', 'done', 'failed']
    return (await all())
      .filter(({ id }) => !before.has(id))
      .sort((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage))
  }

  test('has who did what to which payment, when and why: before it is done, and after', async () => {
    const account = await addToRegister(world.database.db)
    const { browser } = await customerWith(world, account)
    const { id } = await paidBy(world, browser, account)
    const rows = await rowsOf(() => operator('refund', id, '1,00', '--as', 'irina', '--why', 'call 4711'))
    const run = {
      run_id: rows[0]?.run_id,
      at: world.now().toISOString(),
      operator: 'irina',
      action: 'refund',
      subject: `payment ${id}`,
      why: 'call 4711',
    }
    expect(rows).toMatchObject([
      { ...run, stage: 'begun', counts: '{}' },
      { ...run, stage: 'done', counts: '{"kopecks":100}' },
    ])
  })

  test('has what was refused as well', async () => {
    const rows = await rowsOf(() =>
      expect(operator('refund', 'no-such', '--why', 'call 4712')).rejects.toThrow('no such payment'),
    )
    expect(rows.map(({ stage, subject }) => [stage, subject])).toEqual([
      ['begun', 'payment no-such'],
      ['failed', 'payment no-such'],
    ])
  })

  test('is printed, a line for each run, of all or of one number', async () => {
    const account = await addToRegister(world.database.db)
    const { browser } = await customerWith(world, account)
    const { id } = await paidBy(world, browser, account)
    await operator('refund', id, '1,00', '--as', 'irina', '--why', 'call 4711')
    await expect(operator('refund', 'no-such', '--as', 'oleg', '--why', 'call 4712')).rejects.toThrow()
    const at = world.now().toISOString()
    expect((await operator('log', '--about', id)).split('\n')).toEqual([
      ['begun', 'outcome', 'operator', 'what', 'about', 'why', 'counts'].join('\t'),
      [at, 'done', 'irina', 'refund', `payment ${id}`, 'call 4711', 'kopecks=100'].join('\t'),
    ])
    expect(await operator('log')).toContain(
      [at, 'failed', 'oleg', 'refund', 'payment no-such', 'call 4712', '-'].join('\t'),
    )
    expect(await operator('log', '--since', '2099-01-01')).toBe('No run is logged')
    await expect(operator('log', '--since', 'yesterday')).rejects.toThrow('--since')
  })

  test('that does not take the end of a run leaves the result to be printed, and warns', async () => {
    let printed = ''
    const rows = await rowsOf(async () => {
      printed = await whileEndsAreRefused(world.database, () => operator('letters', 'retry', '--all'))
    })
    expect(printed).toBe('Letters to be sent again: 0')
    expect(rows.map(({ stage }) => stage)).toEqual(['begun'])
    expect(await operator('log')).toContain('\twithout an end\t')
    expect(world.logged).toContainEqual(
      expect.objectContaining({ message: 'the operator log has no end of this run' }),
    )
  })

  test('names the user of the operating system unless another name is given', async () => {
    const [row] = await rowsOf(() => operator('charge-autopayments'))
    expect(row?.operator).toBe((await import('node:os')).userInfo().username)
    await expect(operator('charge-autopayments', '--as', ' ')).rejects.toThrow('--as')
  })

  test('gets a reason for what touches a customer or money, or nothing is done', async () => {
    const rows = await rowsOf(async () => {
      const withoutReason: [string, ...string[]][] = [
        ['end-sessions', email],
        ['refund', 'a-payment'],
        ['find', email, '--show'],
        ['rebuild-balances', '--apply'],
        ['end-sessions', email, '--why', '  '],
      ]
      for (const typed of withoutReason)
        await expect(operator(...typed), typed[0]).rejects.toThrow('--why must say why')
    })
    expect(rows).toEqual([])
    expect(await world.database.db.selectFrom('sessions').select('id').execute()).not.toEqual([])
  })

  test('has nobody’s personal data: customers are numbers', async () => {
    const { id } = await world.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const personal = [
      'wrote from zina@mail.example',
      'called from +7 999 123-45-67',
      'звонок с 8 (916) 123-45-67',
      'звонок с т.89161234567, второй',
      '7-916-123-45-67',
      'from 7\u00a0916\u00a0123\u00a045\u00a067.',
    ]
    for (const reason of personal)
      await expect(operator('find', email, '--why', reason)).rejects.toThrow('must name nobody')
    const rows = await rowsOf(async () => {
      await operator('find', email, '--show', '--why', 'call 4713')
      await operator('end-sessions', email, '--why', 'call 4714')
      await expect(operator('refund', email, '--why', 'call 4715')).rejects.toThrow('no such payment')
    })
    expect(rows.filter(({ stage }) => stage === 'done').map(({ subject }) => subject)).toEqual([
      `customer ${id}`,
      `customer ${id}`,
    ])
    expect(JSON.stringify(rows)).not.toMatch(/zinaida|@|Снегирёв/)
  })

  test.each([
    'call 4711',
    'account 4010028513',
    'letter 841002851310',
    'payment 81234567-8901-4234-8567-890123456789',
    'call of 2026-10-05 09:15, act 8',
  ])('takes a reason that names nobody: %s', async (reason) => {
    const rows = await rowsOf(() => operator('find', email, '--why', reason))
    expect(rows.map(({ why }) => why)).toEqual([reason, reason])
  })
})
