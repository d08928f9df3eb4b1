import { setFlagsFromString } from 'node:v8'
import type { ImportName } from 'api/company-data'
import { type Command, type LogRule, type Option, type Positional, UsageError } from './command'

const command = <Name extends string = never>(one: Command<Name>): Command<Name> => one

const always = (rule: LogRule) => (): LogRule => rule

const importKinds: Readonly<Record<ImportName, true>> = {
  accounts: true,
  balances: true,
  charges: true,
  invoices: true,
  meters: true,
  payments: true,
}

const columnsSummary = 'which columns, each with a title of its own after ='
const encoding: Option = {
  value: 'ENCODING',
  choices: ['utf-8', 'windows-1251'],
  summary: 'utf-8 unless given',
}

const email: Positional = { name: 'EMAIL', summary: 'of the customer' }
const payment: Positional = { name: 'NUMBER', summary: 'of the payment', numberOf: 'payment' }

/** In the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  find: command({
    summary: 'print what support needs to know of a customer, an account or a payment',
    positionals: [
      {
        name: 'WHAT',
        summary:
          "an e-mail, the number of an account or of a payment (ours or the gateway's), a customer's id",
      },
    ],
    options: { show: { summary: 'names, e-mails, telephones and addresses in full, which needs --why' } },
    logRule: (input) => (input.has('show') ? 'reason required' : 'reason optional'),
    load: async () => (await import('./commands/find/find')).findCommand,
  }),
  'create-user': command({
    summary: 'create a customer, who sets the password by the link in a letter',
    positionals: [email, { name: 'NAME', summary: 'of the customer, in quotes' }],
    options: {
      phone: { value: 'PHONE', summary: 'their telephone' },
      link: { summary: 'print the link, valid for a day and once, instead of sending it' },
    },
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-customer')).createUserCommand,
  }),
  'verify-user': command({
    summary: 'verify the address of a customer that the letter has not reached',
    positionals: [email],
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-customer')).verifyUserCommand,
  }),
  'reset-link': command({
    summary: 'print a link for a new password, valid for 20 minutes and once',
    positionals: [email],
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-customer')).resetLinkCommand,
  }),
  'undo-deletion-link': command({
    summary: 'print a link that undoes the deletion of a customer, valid until the erasure and once',
    positionals: [email],
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-customer')).undoDeletionLinkCommand,
  }),
  'end-sessions': command({
    summary: 'sign a customer out everywhere, or with --all everybody',
    positionals: [{ ...email, isOptional: true }],
    options: { all: { summary: 'all customers, such as after a leak' } },
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-customer')).endSessionsCommand,
  }),
  'turn-second-step-off': command({
    summary: 'turn the second step off for a customer; a letter tells them',
    positionals: [email],
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-customer')).turnSecondStepOffCommand,
  }),
  'settle-payment': command({
    summary: 'settle a payment that is not final',
    positionals: [
      payment,
      { name: 'canceled|GATEWAY_ID', summary: "what the gateway's office has: no charge, or its id" },
    ],
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-payment')).settlePaymentCommand,
  }),
  refund: command({
    summary: 'refund a payment, in whole or in part',
    positionals: [
      payment,
      { name: 'SUM', summary: 'in rubles; all that is left unless given', isOptional: true },
    ],
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-payment')).refundCommand,
  }),
  reconcile: command({
    summary: "compare the gateways' payments and refunds with ours",
    options: {
      days: {
        value: 'N',
        summary:
          'how many days back, 31 at most; unless given since the last daily run or the restored backup, 3 days at least',
      },
    },
    logRule: always('reason optional'),
    load: async () => (await import('./commands/reconcile')).reconcileCommand,
  }),
  'credit-payment': command({
    summary: 'credit a payment that a gateway has and the database lacks, as after a restore',
    positionals: [
      { name: 'GATEWAY_ID', summary: 'its id at the gateway' },
      {
        name: 'ACCOUNT=SUM',
        summary: 'of one charge for several accounts: what each of them gets',
        isOptional: true,
        isRepeated: true,
      },
    ],
    logRule: always('reason required'),
    load: async () => (await import('./commands/one-payment')).creditPaymentCommand,
  }),
  'hold-charges': command({
    summary: 'charge no saved card until release-charges: for a database that other tools have restored',
    positionals: [
      { name: 'DAY', summary: 'what was paid since this day may be missing, such as 2026-10-05' },
    ],
    logRule: always('reason required'),
    load: async () => (await import('./commands/charges')).holdChargesCommand,
  }),
  'release-charges': command({
    summary: 'compare the gateways with a restored database, and let saved cards be charged again',
    positionals: [
      {
        name: 'GATEWAY_ID',
        summary: "of a difference that may stay open, as nobody's balance depends on it",
        isOptional: true,
        isRepeated: true,
      },
    ],
    logRule: always('reason required'),
    load: async () => (await import('./commands/charges')).releaseChargesCommand,
  }),
  'rebuild-balances': command({
    summary: 'compare every balance with its ledger; with --apply mend the ones that differ',
    options: { apply: { summary: 'write the sums of the ledger, which needs --why' } },
    logRule: (input) => (input.has('apply') ? 'reason required' : 'no'),
    load: async () => (await import('./commands/billing')).rebuildBalancesCommand,
  }),
  'charge-autopayments': command({
    summary: 'plan, announce and charge autopayments now',
    logRule: always('reason optional'),
    load: async () => (await import('./commands/charges')).chargeAutopaymentsCommand,
  }),
  'issue-invoices': command({
    summary: "issue the demo company's invoices",
    options: {
      period: { value: 'MONTH', summary: 'through this one, such as 2026-11; the last one unless given' },
    },
    logRule: always('reason optional'),
    load: async () => (await import('./commands/billing')).issueInvoicesCommand,
  }),
  'issue-access-codes': command({
    summary: 'issue access codes and print them once, as CSV',
    positionals: [
      { name: 'NUMBER', summary: 'of an account', isOptional: true, isRepeated: true, numberOf: 'account' },
    ],
    options: {
      missing: { summary: 'for all accounts without a code; without it --why is needed' },
      'end-access': { summary: 'a new owner: ends the access of all present customers' },
      'keep-access': { summary: 'the same owner: customers who have the account keep it' },
    },
    logRule: (input) => (input.has('missing') ? 'reason optional' : 'reason required'),
    load: async () => (await import('./commands/access')).issueAccessCodesCommand,
  }),
  'remove-account': command({
    summary: "take an account off a customer's list, or with --all off every list; a letter tells them",
    positionals: [
      { name: 'ACCOUNT', summary: 'its number', numberOf: 'account' },
      { name: 'CUSTOMER', summary: 'an e-mail, or an id that find prints', isOptional: true },
    ],
    options: { all: { summary: 'all customers of the account' } },
    logRule: always('reason required'),
    load: async () => (await import('./commands/access')).removeAccountCommand,
  }),
  'end-access': command({
    summary: 'end the access that an owner of an account has let somebody have, or take an invitation back',
    positionals: [{ name: 'ACCESS', summary: 'its id, as find prints it with the account' }],
    logRule: always('reason required'),
    load: async () => (await import('./commands/access')).endAccessCommand,
  }),
  'check-content': command({
    summary: 'check the files of CONTENT_DIR as a server would',
    needs: 'settings',
    load: async () => (await import('./commands/check-content')).checkContentCommand,
  }),
  letters: command({
    summary: 'list the letters that could not be sent or that wait, or send them again',
    positionals: [
      { name: 'list|retry', summary: 'list unless given', choices: ['list', 'retry'], isOptional: true },
      { name: 'ID', summary: 'of a letter to send again', isOptional: true, isRepeated: true },
    ],
    options: {
      all: { summary: 'send all of them again' },
      waiting: { summary: 'the letters that wait for another attempt, not the ones that were given up' },
      show: { summary: 'the addresses in full, which needs --why' },
    },
    logRule: (input) =>
      input.has('show') ? 'reason required' : input.positionals[0] === 'retry' ? 'reason optional' : 'no',
    load: async () => (await import('./commands/letters')).lettersCommand,
  }),
  import: command({
    summary: "take a table of the company's billing in; without --apply only check it",
    positionals: [
      { name: 'KIND', summary: 'what the table has', choices: Object.keys(importKinds) },
      { name: 'FILE', summary: 'the table, as CSV', isFile: true },
    ],
    options: {
      map: { value: 'FILE.yaml', summary: 'which column is which field', isFile: true },
      apply: { summary: 'write it' },
      'skip-bad': { summary: 'leave out accounts with bad lines, and take the others' },
      confirmed: { summary: 'also take what the report wants to have confirmed' },
      json: { summary: 'for programs' },
    },
    logRule: (input) => (input.has('apply') ? 'reason optional' : 'no'),
    async load() {
      // A server shares the machine: without these flags V8 keeps more garbage than there is data.
      for (const flag of ['optimize-for-size', 'heap-growing-percent=20', 'semi-space-growth-factor=1'])
        setFlagsFromString(`--${flag}`)
      return (await import('./commands/import')).importCommand
    },
  }),
  backup: command({
    summary: 'copy the database to a file, as it is at one moment',
    positionals: [{ name: 'FILE', summary: 'to write; FILE.json will be its manifest', isFile: true }],
    needs: 'current database',
    logRule: always('reason optional'),
    load: async () => (await import('./commands/backup')).backupCommand,
  }),
  restore: command({
    summary: 'put a backup into an empty database, while no server runs over it',
    positionals: [{ name: 'FILE', summary: 'a backup, with FILE.json beside it', isFile: true }],
    needs: 'settings',
    logRule: always('reason required'),
    load: async () => (await import('./commands/backup')).restoreCommand,
  }),
  'copy-database': command({
    summary: 'copy an SQLite database to an empty PostgreSQL one, while no server runs over either',
    positionals: [
      {
        name: 'FROM_SQLITE',
        summary: 'the file, DATA_DIR/portal.sqlite; DATABASE_URL says where to',
        isFile: true,
      },
    ],
    needs: 'settings',
    logRule: always('reason required'),
    load: async () => (await import('./commands/backup')).copyDatabaseCommand,
  }),
  'customer-changes': command({
    summary: 'print what customers changed of themselves on these days, for the billing',
    options: {
      from: { value: 'DAY', summary: 'the first day, such as 2026-10-05' },
      to: { value: 'DAY', summary: 'the last day; the first one unless given' },
      columns: { value: 'NAME,…', summary: columnsSummary },
      encoding,
    },
    logRule: always('reason optional'),
    load: async () => (await import('./commands/registers')).customerChangesCommand,
  }),
  'payments-register': command({
    summary: 'print what was paid and refunded on these days, for the books',
    positionals: [{ name: 'DAY', summary: 'the first day, such as 2026-10-05' }],
    options: {
      to: { value: 'DAY', summary: 'the last day; the first one unless given' },
      columns: { value: 'NAME,…', summary: columnsSummary },
      format: { value: 'FORMAT', choices: ['csv', '1c'], summary: 'csv unless given' },
      encoding,
    },
    load: async () => (await import('./commands/registers')).paymentsRegisterCommand,
  }),
  'readings-register': command({
    summary: 'print the readings that customers sent on these days, for the billing',
    positionals: [{ name: 'DAY', summary: 'the first day, such as 2026-10-05' }],
    options: {
      to: { value: 'DAY', summary: 'the last day; the first one unless given' },
      columns: { value: 'NAME,…', summary: columnsSummary },
      encoding,
    },
    load: async () => (await import('./commands/registers')).readingsRegisterCommand,
  }),
  log: command({
    summary: 'print the operator log: each run with its operator, subject, time and reason',
    options: {
      since: { value: 'DAY', summary: 'from this day on, UTC' },
      about: { value: 'NUMBER', summary: "of an account or a payment, or a customer's id" },
    },
    load: async () => (await import('./commands/log')).logCommand,
  }),
  'destruction-log': command({
    summary: 'print the log of erased customers',
    options: { since: { value: 'DAY', summary: 'from this day on, UTC' } },
    load: async () => (await import('./commands/log')).destructionLogCommand,
  }),
  'check-api': command({
    summary: "compare a company's own product API with the contract, call by call",
    positionals: [{ name: 'URL', summary: 'its address, as for PRODUCT_API_URL' }],
    options: {
      login: {
        value: 'EMAIL',
        summary: 'of a customer there; the password is in CHECK_API_PASSWORD, or is asked for',
      },
      write: { summary: 'also calls that write, where they leave everything as it was' },
      timeout: { value: 'MS', summary: 'how long one call may take, 10000 unless given' },
      json: { summary: 'print a JSON document instead of the table' },
    },
    needs: 'nothing',
    load: async () => (await import('./commands/check-api/check-api')).checkApiCommand,
  }),
}

/** The command with this name. Throws a UsageError if there is none. */
export const commandOf = (
  name: string,
  allCommands: Readonly<Record<string, Command>> = commands,
): Command => {
  const command = Object.hasOwn(allCommands, name) ? allCommands[name] : undefined
  if (!command) throw new UsageError(`${name}: no such command, there are ${list(Object.keys(allCommands))}`)
  return command
}

const list = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
