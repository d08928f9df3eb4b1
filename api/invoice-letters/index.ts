/** Letters about new and unpaid invoices, for customers who want them. The rest of the API imports from here only. */
export { invoiceLettersRoutes } from './invoice-letters.routes'
export { writeAboutInvoicesStep } from './write-about-invoices.step'
