import { beforeEach, expect, test } from 'vitest'
import { openApiWorld, publicUrl } from '../../api/support/api-world'
import { owe } from '../../api/support/basket-world'
import { addToRegister } from '../../api/support/billing-register'
import {
  accept,
  addInvoices,
  createInvitation,
  decline,
  endGrant,
  letIn,
  newOwner,
  newPerson,
  type Person,
} from '../../api/support/family-world'
import { describeOnEachDatabase } from '../../support/databases'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import { startPortalOver } from '../support/portal-over-world'

type Right = 'view' | 'readings' | 'pay' | 'own'

/** Everything that takes an account, by the right that it needs. `more`: of its address. */
const pages: readonly { path: string; right: Right; more?: string; isFile?: true; withoutRight?: number }[] =
  [
    { path: '/personal/invoice', right: 'view' },
    { path: '/personal/invoice.pdf', right: 'view', isFile: true },
    { path: '/personal/invoice-code.png', right: 'view', isFile: true },
    { path: '/personal/statement.pdf', right: 'view', more: '&year=2026', isFile: true },
    { path: '/personal/invoice-explanation', right: 'view' },
    { path: '/personal/history', right: 'view' },
    { path: '/personal/history.csv', right: 'view', isFile: true },
    { path: '/personal/ask-to-pay', right: 'view' },
    { path: '/personal/account-title', right: 'view' },
    { path: '/personal/readings', right: 'readings' },
    { path: '/personal/pay', right: 'pay' },
    { path: '/personal/pay-several', right: 'pay' },
    { path: '/personal/autopayments/new', right: 'pay' },
    { path: '/personal/delete-account', right: 'own' },
    // Who has access is not for others to know.
    { path: '/personal/access', right: 'own', withoutRight: 404 },
  ]

describeOnEachDatabase('the pages of an account', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { env: { API_PUBLIC_URL: publicUrl } }))
  const portal = openForTests(() => startPortalOver(world))
  let account: string
  let owner: Person
  let person: Person

  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
    await addInvoices(world, account)
    await owe(world, account, 200_000)
    owner = await newOwner(world, account)
    person = await newPerson(world)
  })

  const all = { readings: true, pay: true }

  /** What each may do; null: they do not see the account. */
  const visitors: readonly (readonly [string, readonly Right[] | null, () => Promise<Person | null>])[] = [
    ['a guest', null, async () => null],
    ['a stranger', null, async () => person],
    ['an owner', ['view', 'readings', 'pay', 'own'], async () => owner],
    ['another owner', ['view', 'readings', 'pay', 'own'], () => newOwner(world, account, 'Борис')],
    ['a holder of view', ['view'], () => holder({})],
    ['a holder of view and readings', ['view', 'readings'], () => holder({ readings: true })],
    ['a holder of view and pay', ['view', 'pay'], () => holder({ pay: true })],
    ['a holder of all', ['view', 'readings', 'pay'], () => holder(all)],
    [
      'somebody who is invited',
      null,
      async () => {
        await createInvitation(owner.browser, account, { ...all, email: person.email })
        return person
      },
    ],
    [
      'somebody who waits',
      null,
      async () => {
        await accept(person.browser, await createInvitation(owner.browser, account, all))
        return person
      },
    ],
    [
      'somebody who has declined',
      null,
      async () => {
        await decline(
          person.browser,
          await createInvitation(owner.browser, account, { ...all, email: person.email }),
        )
        return person
      },
    ],
    [
      'somebody whose access was closed',
      null,
      async () => {
        const { id } = await letIn(owner, person, account, all)
        await endGrant(owner.browser, id)
        return person
      },
    ],
    [
      'somebody who has left',
      null,
      async () => {
        const { id } = await letIn(owner, person, account, all)
        await endGrant(person.browser, id)
        return person
      },
    ],
  ]
  const holder = async (rights: { readings?: boolean; pay?: boolean }) => {
    await letIn(owner, person, account, rights)
    return person
  }

  const open = async (who: Person | null) => {
    const visitor = who
      ? await portal.customer(`session=${who.browser.session()}; HttpOnly`)
      : portal.visitor()
    return (path: string) => visitor.get(path)
  }

  test.each(visitors)(
    'are open to %s by their rights alone, with and without scripts',
    async (name, rights, become) => {
      const who = await become()
      const get = await open(who)
      const wrong: string[] = []
      let count = 0
      for (const { path, right, more = '', isFile, withoutRight = 403 } of pages)
        for (const address of isFile ? [path] : [path, `${path}.data`]) {
          const { status } = await get(`${address}?account=${account}${more}`)
          const forGuest = address.endsWith('.data') ? 202 : 302
          const forOthers = rights === null ? 404 : rights.includes(right) ? 200 : withoutRight
          count += 1
          if (status !== (who ? forOthers : forGuest)) wrong.push(`${address}: ${status}`)
        }
      expect(wrong).toEqual([])
      process.stdout.write(`rights of ${name}, ${kind}: ${count} answers, ${wrong.length} wrong\n`)
    },
  )
})
