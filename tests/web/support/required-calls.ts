import type { EndpointName } from 'contract/endpoints'
import { eachScreen, type Screen } from './screens'

/** Optional calls, such as that of a content page for its version. */
const doesWithout: Readonly<Record<string, readonly EndpointName[]>> = {
  registration: ['page'],
  newAutopayment: ['page'],
  history: ['charges'],
  deleteAccount: ['autopayments'],
  askToPay: ['payCheck'],
  // A refusal is words on the page.
  accessInvite: ['previewInvitation'],
  personalPay: ['savedMethods'],
  personalPaySuccess: ['accounts'],
  personalPayFailed: ['accounts'],
  autopaySuccess: ['accounts'],
  autopayFailed: ['accounts'],
  autopayments: ['savedMethods'],
  autopayment: ['autopaymentRuns'],
  security: ['sessions', 'secondStep'],
  invoice: ['invoiceLetters'],
  reminders: ['readingReminder', 'calendarLink', 'invoiceLetters'],
  myData: ['consents'],
  readings: ['readingHistory'],
}

/** Every screen with each of its required calls. */
export const requiredCalls = eachScreen.flatMap(([name, screen]): [string, EndpointName, Screen][] => [
  ...screen.loads
    .filter((call) => !doesWithout[name]?.includes(call))
    .map((call): [string, EndpointName, Screen] => [name, call, screen]),
  ...(screen.access === 'user'
    ? [[name, 'defaultAccount', screen] satisfies [string, EndpointName, Screen]]
    : []),
])
