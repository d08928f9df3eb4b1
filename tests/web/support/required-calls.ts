import type { EndpointName } from 'contract/endpoints'
import { eachScreen, type Screen } from './screens'

/** By screen: the calls without which it is still shown, such as that of a content page for its version. */
const optionalCalls: Readonly<Record<string, readonly EndpointName[]>> = {
  registration: ['page'],
  newAutopayment: ['page'],
  history: ['charges'],
  deleteAccount: ['autopayments'],
  askToPay: ['payCheck'],
  // The page shows its refusal as text.
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
    .filter((call) => !optionalCalls[name]?.includes(call))
    .map((call): [string, EndpointName, Screen] => [name, call, screen]),
  ...(screen.access === 'user'
    ? [[name, 'defaultAccount', screen] satisfies [string, EndpointName, Screen]]
    : []),
])
