/** The calendar of a customer's windows and due days. Other domains import only from here. */
export { calendarRoutes } from './calendar.routes'
