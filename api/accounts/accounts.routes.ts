import type { Reply } from 'api/http/call'
import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { answerOnce } from 'api/idempotency/answer-once'
import { accountAnswer } from 'contract/accounts'
import { type AccountsDeps, accountsService } from './accounts.service'

export function accountsRoutes(router: Router<Customer>, deps: AccountsDeps) {
  const accounts = accountsService(deps)

  router.forCustomer('accounts', async ({ customer, query, now }) => ({
    data: await accounts.list({ userId: customer.id, filter: query.filter }, now),
  }))

  router.forCustomer('addAccount', ({ customer, body, now, idempotencyKey }) =>
    answerOnce<Reply<'addAccount'>>(
      deps.database.db,
      { call: 'addAccount', owner: customer.id, key: idempotencyKey, body, now },
      (stored) => accountAnswer.parse(JSON.parse(stored ?? '')),
      async (claim) => ({
        data: await accounts.add({
          userId: customer.id,
          name: customer.name,
          account: body.account,
          proof: body.proof,
          claim,
          now,
        }),
      }),
    ),
  )

  router.forCustomer('setDefaultAccount', async ({ customer, id, now }) => {
    await accounts.setDefault({ userId: customer.id, account: id, now })
    return undefined
  })

  router.forCustomer('changeAccountTitle', async ({ customer, id, body, now }) => ({
    data: await accounts.changeTitle({ userId: customer.id, account: id, title: body.title, now }),
  }))

  router.forCustomer('deleteAccount', async ({ customer, id, now }) => {
    await accounts.remove({ userId: customer.id, account: id, now })
    return undefined
  })

  router.forCustomer('defaultAccount', async ({ customer, now }) => ({
    account: await accounts.defaultOf(customer.id, now),
  }))
}
