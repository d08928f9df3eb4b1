import type { Customer } from 'api/http/customer'
import type { Router } from 'api/http/router'
import { type CalendarDeps, calendarService } from './calendar.service'

/** The calendar of a customer's windows and due days. Other domains import only from here. */
export function calendarRoutes(router: Router<Customer>, deps: CalendarDeps) {
  const calendar = calendarService(deps)

  router.forCustomer('calendarLink', async ({ customer }) => ({ data: await calendar.linkOf(customer.id) }))

  router.forCustomer('newCalendarLink', async ({ customer, session, now }) => ({
    data: await calendar.renew({ userId: customer.id, session, now }),
  }))

  router.forCustomer('deleteCalendarLink', async ({ customer }) => {
    await calendar.end(customer.id)
    return undefined
  })

  router.open('calendar', async ({ id, now }) => ({ data: await calendar.events(id, now) }))
}
