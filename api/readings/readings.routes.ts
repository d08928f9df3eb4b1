import type { Customer } from 'api/http/customer'
import { readCursor } from 'api/http/page-cursor'
import type { Router } from 'api/http/router'
import { metersService, type ReadingsDeps } from './meters.service'
import { readingRemindersService } from './reading-reminders.service'
import { sendReadingsService } from './send-readings.service'

export function readingsRoutes(router: Router<Customer>, deps: ReadingsDeps) {
  const meters = metersService(deps)
  const readings = sendReadingsService(deps)
  const reminders = readingRemindersService(deps)

  router.forCustomer('meters', async ({ customer, id, now }) => ({
    data: await meters.list({ userId: customer.id, account: id }, now),
  }))

  router.forCustomer('sendReadings', ({ customer, id, body, idempotencyKey, now }) =>
    readings.send({ customer, account: id, ...body, key: idempotencyKey, now }),
  )

  router.forCustomer('readingHistory', ({ customer, id, query, now }) =>
    meters.history({ userId: customer.id, account: id, now }, { ...query, cursor: readCursor(query.cursor) }),
  )

  router.forCustomer('readingReminder', async ({ customer }) => ({
    data: { on: await reminders.isOn(customer.id) },
  }))

  router.forCustomer('changeReadingReminder', async ({ customer, body, now }) => {
    await reminders.change({ userId: customer.id, on: body.on, now })
    return undefined
  })

  router.open('stopReadingReminder', async ({ id, body, visitor, now }) => {
    await reminders.stop({ id, code: body.code, visitor }, now)
    return undefined
  })
}
