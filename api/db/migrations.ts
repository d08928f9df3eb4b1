import type { Migration } from './migration'
import { users } from './migrations/0001-users'
import { accounts } from './migrations/0002-accounts'
import { balances } from './migrations/0003-balances'
import { payments } from './migrations/0004-payments'
import { sandboxBank } from './migrations/0004-sandbox-bank'
import { autopayments } from './migrations/0005-autopayments'
import { mailedRegistrations } from './migrations/0006-mailed-registrations'
import { paymentEvents } from './migrations/0007-payment-events'
import { refunds } from './migrations/0008-refunds'
import { proofKinds } from './migrations/0009-proof-kinds'
import { chargeWarnings } from './migrations/0010-charge-warnings'
import { idempotencyKeys } from './migrations/0012-idempotency-keys'
import { reconciliation } from './migrations/0013-reconciliation'
import { reasonCodes } from './migrations/0014-reason-codes'
import { askedCancellations } from './migrations/0015-asked-cancellations'
import { proofWords } from './migrations/0016-proof-words'
import { standardNames } from './migrations/0017-standard-names'
import { secondStep } from './migrations/0018-second-step'
import { myData } from './migrations/0019-my-data'
import { undeliverableEmails } from './migrations/0020-undeliverable-emails'
import { readings } from './migrations/0021-readings'
import { baskets } from './migrations/0022-baskets'
import { penaltyDays } from './migrations/0023-penalty-days'
import { companyData } from './migrations/0024-company-data'
import { readingServices } from './migrations/0025-reading-services'
import { operatorRuns } from './migrations/0026-operator-runs'
import { customerChanges } from './migrations/0027-customer-changes'
import { consentTexts } from './migrations/0028-consent-texts'
import { deadLetters } from './migrations/0029-dead-letters'
import { letterRequestIds } from './migrations/0030-letter-request-ids'
import { indicesOfJobs } from './migrations/0031-indices-of-jobs'
import { meterNumbers } from './migrations/0032-meter-numbers'
import { importRuns } from './migrations/0033-import-runs'
import { recordedPayments } from './migrations/0034-recorded-payments'
import { rememberedDevices } from './migrations/0035-remembered-devices'
import { invoiceLetters } from './migrations/0036-invoice-letters'
import { hashesOfMaps } from './migrations/0037-hashes-of-maps'
import { unconfirmedRegistrations } from './migrations/0038-unconfirmed-registrations'
import { registrationAttempts } from './migrations/0040-registration-attempts'
import { holdersOfAccounts } from './migrations/0041-holders-of-accounts'
import { refundDebts } from './migrations/0044-refund-debts'
import { invoicesAsIssued } from './migrations/0046-invoices-as-issued'
import { paymentNumbers } from './migrations/0047-payment-numbers'
import { paymentsInOpenings } from './migrations/0048-payments-in-openings'
import { shops } from './migrations/0049-shops'
import { autopaymentProofs } from './migrations/0050-autopayment-proofs'
import { accountTitles } from './migrations/0051-account-titles'
import { sbpCodes } from './migrations/0052-sbp-codes'
import { sandboxSbp } from './migrations/0053-sandbox-sbp'
import { accountGrants } from './migrations/0054-account-grants'

/** In the order in which they run. */
export const migrations: readonly Migration[] = [
  users,
  accounts,
  balances,
  payments,
  sandboxBank,
  autopayments,
  mailedRegistrations,
  paymentEvents,
  refunds,
  proofKinds,
  chargeWarnings,
  idempotencyKeys,
  reconciliation,
  reasonCodes,
  askedCancellations,
  proofWords,
  standardNames,
  secondStep,
  myData,
  undeliverableEmails,
  readings,
  baskets,
  penaltyDays,
  companyData,
  readingServices,
  operatorRuns,
  customerChanges,
  consentTexts,
  deadLetters,
  letterRequestIds,
  indicesOfJobs,
  meterNumbers,
  importRuns,
  recordedPayments,
  rememberedDevices,
  invoiceLetters,
  hashesOfMaps,
  unconfirmedRegistrations,
  registrationAttempts,
  holdersOfAccounts,
  refundDebts,
  invoicesAsIssued,
  paymentNumbers,
  paymentsInOpenings,
  shops,
  autopaymentProofs,
  accountTitles,
  sbpCodes,
  sandboxSbp,
  accountGrants,
]
