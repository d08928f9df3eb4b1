import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { registeredProof } from 'api/accounts/proof'
import { ConfigError } from 'process/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { readingOperatorOf, why } from '../support/operator'
import { whileEndsAreRefused } from '../support/refused-ends'
import { testProgram } from '../support/test-programs'

const OLD_CODE = '61830457'

describeOnEachDatabase('access codes that the operator issues', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let first: string
  let second: string
  beforeEach(async () => {
    const { db } = world.database
    // Other tests' accounts have codes.
    await db.updateTable('register_accounts').set({ proof_kind: 'access_code' }).execute()
    first = await addToRegister(db)
    second = await addToRegister(db)
  })

  const operator = (...typed: [string, ...string[]]) => readingOperatorOf(world)(...typed)
  const issue = async (...options: string[]) => {
    const printed = await operator('issue-access-codes', ...options, ...why)
    const [head, ...rows] = printed.trimEnd().split('\r\n')
    expect(head).toBe('account;code')
    return new Map(
      rows.map((row): [string, string] => {
        const [account = '', code = ''] = row.split(';')
        return [account, code]
      }),
    )
  }

  /** Whether a new customer may add the account with the code. */
  const opens = async (account: string, code = '') => {
    const { browser } = await customerWith(world)
    const { status } = await browser.post('/api/v1/personal/add-account/', { account, proof: code })
    return status === 201
  }

  const stored = () => world.database.db.selectFrom('register_accounts').selectAll().execute()

  it('each open their account, and are stored only as hashes', async () => {
    const issued = await issue(first, second)
    expect([...issued.keys()]).toEqual([first, second])
    for (const code of issued.values()) expect(code).toMatch(/^\d{8}$/)
    expect(issued.get(first)).not.toBe(issued.get(second))
    expect(await opens(first, issued.get(second))).toBe(false)
    expect(await opens(first, issued.get(first))).toBe(true)
    expect(await opens(second, issued.get(second))).toBe(true)
    const rows = JSON.stringify(await stored())
    for (const code of issued.values()) expect(rows).not.toContain(code)
  })

  it('replace the codes printed before', async () => {
    await world.database.db
      .updateTable('register_accounts')
      .set(registeredProof(first, { kind: 'access_code', answer: OLD_CODE }))
      .where('account', '=', first)
      .execute()
    const issued = await issue(first)
    expect(issued.get(first)).not.toBe(OLD_CODE)
    expect(await opens(first, OLD_CODE)).toBe(false)
    expect(await opens(first, issued.get(first))).toBe(true)
  })

  it('are issued to all accounts without one; the others keep theirs', async () => {
    const issued = await issue(first)
    const missing = await issue('--missing')
    expect([...missing.keys()]).toEqual([second])
    expect(await opens(first, issued.get(first))).toBe(true)
    expect(await opens(second, missing.get(second))).toBe(true)
    expect((await issue('--missing')).size).toBe(0)
  })

  it('are issued once for a number given twice, in any spelling', async () => {
    expect([...(await issue(first, `${first.slice(0, 4)} ${first.slice(4)}`)).keys()]).toEqual([first])
  })

  it('are in the operator log under the number of their account, in whatever spelling it was typed', async () => {
    await issue(`${first.slice(0, 4)} ${first.slice(4)}`)
    const entries = await world.database.db
      .selectFrom('operator_log')
      .select('subject')
      .where('stage', '=', 'done')
      .orderBy('at', 'desc')
      .execute()
    expect(entries.map(({ subject }) => subject)).toContain(`account ${first}`)
  })

  it('are not issued at all when one of the numbers is unknown', async () => {
    const before = await stored()
    const answer = issue(first, '9999999999')
    await expect(answer).rejects.toThrow(ConfigError)
    await expect(answer).rejects.toThrow(/9999999999/)
    expect(await stored()).toEqual(before)
  })

  it('are not issued at all when the operator log does not take that they were', async () => {
    const before = await stored()
    await whileEndsAreRefused(world.database, () => expect(issue('--missing')).rejects.toThrow('no space'))
    expect(await stored()).toEqual(before)
    expect((await issue('--missing')).size).toBe(2)
  })

  if (kind === 'sqlite')
    it.each([[[]], [['--missing', '4010031186']], [['--all']]])(
      'require valid options: %j',
      async (options) => {
        await expect(issue(...options)).rejects.toThrow(/^issue-access-codes: (takes numbers|Unknown option)/)
      },
    )
})

describe('the command', () => {
  const program = testProgram('api')

  it('prints only the table, as a file that a Russian Excel opens', async () => {
    const world = await openApiWorld('sqlite')
    const account = await addToRegister(world.database.db)
    const { PATH = '', HOME = '' } = process.env
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [program(), 'issue-access-codes', account, ...why],
      { env: { PATH, HOME, ...world.env, DATA_DIR: world.fresh.dataDir, NODE_ENV: 'test' } },
    )
    expect(stdout).toMatch(new RegExp(`^\ufeffaccount;code\\r\\n${account};\\d{8}\\r\\n$`))
    expect(stderr).toBe('')
    await world.close()
  })
})
