import { beginSession } from 'api/users/sessions'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { day, eraseDue } from '../support/my-data-world'
import { customer, dump, type Planted, plantEverything } from './planted'

const nameOf = ({ table, name }: { table: string; name: string }) => `${table}.${name}`

const isHidden = ({ lifecycle: { copy }, name }: Planted) =>
  !('nothing' in copy) && copy.hidden?.[name] !== undefined
const isShown = (column: Planted) => !('nothing' in column.lifecycle.copy) && !isHidden(column)

describeOnEachDatabase('everything that is kept about a customer', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let planted: Planted[]

  beforeAll(async () => {
    planted = await plantEverything(world.database)
  })

  test('is in the copy, but for a few columns with a reason each', async () => {
    const browser = world.browser()
    const { db } = world.database
    browser.setSession(await beginSession(db, { userId: customer.id, device: null, now: world.now() }))
    const copy = await browser.get('/api/v1/users/export/')
    expect(copy.status).toBe(200)
    // Compared without the white space between names and values.
    const text = JSON.stringify(copy.body)
    const isIn = ({ shown }: Planted) =>
      /^\d+$/.test(shown) ? new RegExp(`\\b${shown}\\b`).test(text) : text.includes(shown)
    const inCopy = planted.filter((column) => isShown(column) && column.value !== null)
    expect(inCopy.length).toBeGreaterThan(150)
    expect(inCopy.filter((column) => !isIn(column)).map(nameOf)).toEqual([])

    const ownMarker = ({ table, name, value }: Planted) => value === `~${table}.${name}~`
    const hidden = planted.filter((column) => isHidden(column) && ownMarker(column))
    expect(hidden.length).toBeGreaterThan(10)
    expect(hidden.filter(isIn).map(nameOf)).toEqual([])
    for (const secret of ['~secret~', '~card~']) expect(text).not.toContain(secret)
  })

  test.each([
    'destruction_log',
    'invoice_parts',
    'ledger_entries',
    'meter_readings',
    'operator_log',
    'payment_events',
    'payment_numbers',
    'reading_receipts',
    'refund_requests',
    'refunds',
    'sandbox_charges',
  ])('can be changed or deleted by nobody in the table %s', async (table) => {
    const { db } = world.database
    const [column = ''] = planted.filter((one) => one.table === table).map(({ name }) => name)
    const change = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`
    await expect(change.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('append-only')
  })

  test('is gone after the erasure, but for what the law keeps and what is not about the customer', async () => {
    const { database } = world
    await database.db
      .updateTable('users')
      .set({
        deletion_id: 'a deletion',
        deletion_asked_at: world.now().toISOString(),
        erase_at: world.now().toISOString(),
      })
      .where('id', '=', customer.id)
      .execute()
    world.pass(30 * day)
    const notErased = () => world.logged.filter((line) => 'outcome' in line && line.outcome === 'not_erased')
    const diskIsFull = Object.assign(new Error('disk is full'), { code: 'ENOSPC' })
    await eraseDue(world, { mailer: { forget: () => Promise.reject(diskIsFull) } })
    const message = 'a customer could not be erased'
    expect(notErased()).toMatchObject([{ message, customer: customer.id, error: 'Error', code: 'ENOSPC' }])

    world.logged.length = 0
    await eraseDue(world)
    const left = await dump(database)
    const all = [...left.values()].join('\n')
    for (const personal of [customer.id, customer.name, customer.email, customer.phone, '~card~'])
      expect(all).not.toContain(personal)
    const isLeft = ({ table, value }: Planted) => left.get(table)?.includes(JSON.stringify(value)) ?? false
    const may = ({ lifecycle: { erasure }, name }: Planted) =>
      typeof erasure === 'object' && 'stays' in erasure && !erasure.without?.includes(name)
    const unique = planted.filter(
      ({ value, table, name }) => typeof value === 'number' || value === `~${table}.${name}~`,
    )
    expect(unique.filter((column) => isLeft(column) && !may(column)).map(nameOf)).toEqual([])
    expect(unique.filter((column) => !isLeft(column) && may(column)).map(nameOf)).toEqual([])
    expect(notErased()).toEqual([])
  })
})
