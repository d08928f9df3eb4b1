import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../support/databases'
import { openForTests } from '../../../support/open-for-tests'
import { openApiWorld } from '../../support/api-world'
import { gatewayRequest as request } from '../../support/gateway-request'
import { newKey } from '../../support/payments-world'

describeOnEachDatabase('the list of the test bank', (kind) => {
  const world = openForTests(() => openApiWorld(kind))

  it('is paged, and has exactly the payments created in the period', async () => {
    const { gateway } = world.wired.payments
    const create = async (paymentId: string) => {
      await gateway.create(gateway.creationBody({ ...request, paymentId }), newKey())
      return paymentId
    }
    await create('too early')
    world.pass(1_000)
    const from = world.now().toISOString()
    const created: string[] = []
    for (let n = 0; n < 101; n += 1) {
      created.push(await create(`payment ${n}`))
      if (n % 2) world.pass(1_000)
    }
    world.pass(1_000)
    const to = world.now().toISOString()
    await create('too late')

    const first = await gateway.listPayments({ from, to, cursor: null })
    if (first.kind !== 'page') throw new Error(first.kind)
    expect(first.items).toHaveLength(100)
    const second = await gateway.listPayments({ from, to, cursor: first.next })
    if (second.kind !== 'page') throw new Error(second.kind)
    expect(second.next).toBeNull()
    const listed = [...first.items, ...second.items].map(({ paymentId }) => paymentId)
    expect(listed.toSorted()).toEqual(created.toSorted())
  })
})
