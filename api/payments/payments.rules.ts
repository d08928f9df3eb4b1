import { emailAddress, typedAccountNumber } from 'api/http/field-rules'
import { guestPaymentBody, payCheckBody, personalPaymentBody } from 'contract/payments'
import { paymentAmount } from './payment-amount'
import { fieldWords as words } from './payments.words'
import { returnAddresses } from './return-addresses'

const account = typedAccountNumber({ missing: words.account, tooLong: words.longAccount })
const email = emailAddress({ missing: words.noEmail, invalid: words.email })

export const payCheckRules = payCheckBody.extend({ account })

export const guestPaymentRules = (publicUrl: string) =>
  guestPaymentBody.extend({ account, amount: paymentAmount, email, ...returnAddresses(publicUrl) })

export const personalPaymentRules = (publicUrl: string) =>
  personalPaymentBody.extend({ amount: paymentAmount, ...returnAddresses(publicUrl) })
