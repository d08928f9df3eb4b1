/** Letters about new and unpaid invoices, for customers who want them. The rest of the API imports from here only. */
export { invoiceLettersRoutes } from './invoice-letters.routes'
export { deleteToldBefore } from './told-invoices.repository'
export { writeAboutInvoicesStep } from './write-about-invoices.step'
