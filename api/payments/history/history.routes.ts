import type { Customer } from 'api/http/customer'
import { checked } from 'api/http/field-errors'
import { pageCursor } from 'api/http/page-cursor'
import { filled, wholeNumber } from 'api/http/query-rules'
import type { Router } from 'api/http/router'
import { mostPaymentsOnPage } from 'contract/limits'
import { historyQuery, paymentStatus } from 'contract/payments'
import { z } from 'zod'
import type { PaymentRoutesDeps } from '../processing/payments'
import { historyService } from './history.service'

const words = {
  day: 'Дата должна быть в виде 2026-10-05.',
  order: 'Последний день раньше первого.',
  status: 'Такого состояния у платежей нет.',
  cursor: 'Такой страницы нет. Откройте список сначала.',
  limit: `Нужно число от 1 до ${mostPaymentsOnPage}.`,
}

// Outside these years a day's beginning and end can't be written as moments that sort as text.
const someDay = z.iso
  .date({ error: words.day, abort: true })
  .refine((day) => day >= '1970-01-01' && day <= '2999-12-31', words.day)

const historyRules = historyQuery
  .extend({
    from: filled(someDay),
    to: filled(someDay),
    status: filled(z.enum(paymentStatus.options, words.status)),
    cursor: filled(pageCursor(words.cursor)),
    limit: filled(wholeNumber(mostPaymentsOnPage, words.limit)),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: words.order })

export const historyRoutes = (
  router: Router<Customer>,
  deps: Pick<PaymentRoutesDeps, 'config' | 'database' | 'payments'>,
) => {
  const history = historyService(deps)

  router.forCustomer('history', ({ customer, id, query, now }) =>
    history.list({ userId: customer.id, account: id }, checked(historyRules, query), now),
  )
}
