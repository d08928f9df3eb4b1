import { type PlanContext, planInvoices, planMonthly } from 'api/autopayments/charge-autopayments.step'
import type { Database } from 'api/db/database'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import {
  autopaymentsPath,
  byInvoice,
  changeAutopayment,
  changedOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
} from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'

const rules = [
  { rule: 'by a day of the month', form: monthly, plan: planMonthly },
  { rule: 'by invoice', form: byInvoice, plan: planInvoices },
]

describeOnEachDatabase('an autopayment that is found to be planned', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  /** A database on which something happens after a process has read what is due, and before its transaction. */
  const inBetween = (happens: () => Promise<unknown>): Database => ({
    ...world.database,
    async transaction(work, isolation) {
      await happens()
      return world.database.transaction(work, isolation)
    },
  })
  const planning = (): PlanContext => ({ timeZone: world.config.timeZone, now: world.now() })

  describe.each(rules)('$rule', ({ form, plan }) => {
    /** Creates an autopayment that is due to be planned: it is nine on 14 March. */
    const due = async () => {
      const { browser, autopayment } = await customerWithAutopayment(world, account, form)
      await goTo(world, '2026-03-13', 9 * 60)
      await issueInvoice(world, account, '2026-02', 900_000)
      world.pass(24 * 3_600_000)
      return { browser, id: autopayment.id }
    }
    const periodsOf = async (id: string) => {
      const runs = world.database.db.selectFrom('autopayment_runs').select('period')
      return (await runs.where('autopayment_id', '=', id).execute()).map(({ period }) => period)
    }

    it('is planned once', async () => {
      const { id } = await due()
      expect(await plan(world.database, planning())).toBe(true)
      expect(await periodsOf(id)).toHaveLength(1)
    })

    it('is not planned after its customer has paused it', async () => {
      const { browser, id } = await due()
      const pause = async () => changedOf(await changeAutopayment(browser, id, { status: 'paused' }))
      await plan(inBetween(pause), planning())
      expect(await periodsOf(id)).toEqual([])
    })

    it('is not planned after its customer has removed it', async () => {
      const { browser, id } = await due()
      const remove = async () => expect((await browser.delete(autopaymentsPath + id)).status).toBe(204)
      await plan(inBetween(remove), planning())
      expect(await periodsOf(id)).toEqual([])
    })

    it('is planned once by two processes', async () => {
      const { id } = await due()
      await plan(
        inBetween(() => plan(world.database, planning())),
        planning(),
      )
      expect(await periodsOf(id)).toHaveLength(1)
    })
  })
})
