import type { CreatesTables } from '../../migration'
import { type AccountsTables, accounts } from './accounts'
import { type AutopaymentsTables, autopayments } from './autopayments'
import { type CustomerDataTables, customerData } from './customer-data'
import { type CustomersTables, customers } from './customers'
import { type InvoicesTables, invoices } from './invoices'
import { type LedgerTables, ledger } from './ledger'
import { type LettersTables, letters } from './letters'
import { type OperationTables, operation } from './operation'
import { type PaymentsTables, payments } from './payments'
import { type ReadingsTables, readings } from './readings'
import { type RefundsTables, refunds } from './refunds'
import { type SandboxTables, sandbox } from './sandbox'

/** A file comes after those to whose tables it refers. */
const parts = [
  customers,
  accounts,
  invoices,
  payments,
  refunds,
  ledger,
  autopayments,
  readings,
  letters,
  customerData,
  operation,
  sandbox,
]

interface InitialTables
  extends CustomersTables,
    AccountsTables,
    InvoicesTables,
    PaymentsTables,
    RefundsTables,
    LedgerTables,
    AutopaymentsTables,
    ReadingsTables,
    LettersTables,
    CustomerDataTables,
    OperationTables,
    SandboxTables {}

/** The schema of version 0.1.0. */
export const initial: CreatesTables<InitialTables> = {
  name: '0001-initial',
  tables: {
    ...customers.tables,
    ...accounts.tables,
    ...invoices.tables,
    ...payments.tables,
    ...refunds.tables,
    ...ledger.tables,
    ...autopayments.tables,
    ...readings.tables,
    ...letters.tables,
    ...customerData.tables,
    ...operation.tables,
    ...sandbox.tables,
  },
  async up(db, text, dialect) {
    for (const { statements } of parts)
      for (const statement of statements(text, dialect)) await statement.execute(db)
  },
}
