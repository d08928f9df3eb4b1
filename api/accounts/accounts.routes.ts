import type { Reply } from 'api/http/call'
import type { Customer } from 'api/http/customer'
import { typedAccountNumber } from 'api/http/field-rules'
import type { Router } from 'api/http/router'
import { answerOnce } from 'api/idempotency/answer-once'
import { isShortAccountTitle, isUsableAccountTitle, tidyAccountTitle } from 'contract/account-title'
import { accountAnswer, accountTitleBody, addAccountBody } from 'contract/accounts'
import { longestAccountTitle, longestProof } from 'contract/limits'
import { z } from 'zod'
import { type AccountsDeps, accountsService } from './accounts.service'

const words = {
  account: 'Введите номер лицевого счёта.',
  longAccount: 'Слишком длинный номер.',
  longProof: 'Слишком длинный ответ.',
  noTitle: 'Введите название.',
  longTitle: `Название не длиннее ${longestAccountTitle} знаков.`,
  titleCharacters: 'Введите название без особых знаков.',
}

const addAccountRules = addAccountBody.extend({
  account: typedAccountNumber({ missing: words.account, tooLong: words.longAccount }),
  proof: z.string().max(longestProof, words.longProof).optional(),
})

const accountTitleRules = accountTitleBody.extend({
  title: z
    .string(words.noTitle)
    .nullable()
    .transform((typed) => tidyAccountTitle(typed ?? ''))
    .refine(isShortAccountTitle, words.longTitle)
    .refine(isUsableAccountTitle, words.titleCharacters)
    .transform((title) => title || null),
})

export function accountsRoutes(router: Router<Customer>, deps: AccountsDeps) {
  const accounts = accountsService(deps)

  router.forCustomer('accounts', async ({ customer, query, now }) => ({
    data: await accounts.list({ userId: customer.id, filter: query.filter }, now),
  }))

  router.forCustomer(
    'addAccount',
    ({ customer, body, now, idempotencyKey }) =>
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
    addAccountRules,
  )

  router.forCustomer('setDefaultAccount', async ({ customer, id, now }) => {
    await accounts.setDefault({ userId: customer.id, account: id, now })
    return undefined
  })

  router.forCustomer(
    'changeAccountTitle',
    async ({ customer, id, body, now }) => ({
      data: await accounts.changeTitle({ userId: customer.id, account: id, title: body.title, now }),
    }),
    accountTitleRules,
  )

  router.forCustomer('deleteAccount', async ({ customer, id, now }) => {
    await accounts.remove({ userId: customer.id, account: id, now })
    return undefined
  })

  router.forCustomer('defaultAccount', async ({ customer, now }) => ({
    account: await accounts.defaultOf(customer.id, now),
  }))
}
