import { setFlagsFromString } from 'node:v8'
import type { ImportName } from 'api/company-data'
import { type Command, type Option, type Recording, UsageError, type Word } from './command'

const line = (text: string) => `${text}\n`

const command = <Name extends string = never>(one: Command<Name>): Command<Name> => one

const always = (recording: Recording) => (): Recording => recording

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
  among: ['utf-8', 'windows-1251'],
  summary: 'utf-8 unless given',
}

const email: Word = { name: 'EMAIL', summary: 'of the customer' }
const payment: Word = { name: 'NUMBER', summary: 'of the payment', numbers: 'payment' }

/** By name, in the order of the help. Each is loaded when it is called. */
export const commands: Readonly<Record<string, Command>> = {
  find: command({
    summary: 'print what support needs to know of a customer, an account or a payment',
    words: [
      {
        name: 'WHAT',
        summary:
          "an e-mail, the number of an account or of a payment (ours or the gateway's), a customer's id",
      },
    ],
    options: { show: { summary: 'names, e-mails, telephones and addresses in full, which needs --why' } },
    recorded: (input) => (input.has('show') ? 'reason required' : 'reason optional'),
    async run(work) {
      const { findCommand } = await import('./commands/find/find')
      return line(await findCommand(work))
    },
  }),
  'create-user': command({
    summary: 'create a customer, who sets the password by the link in a letter',
    words: [email, { name: 'NAME', summary: 'of the customer, in quotes' }],
    options: {
      phone: { value: 'PHONE', summary: 'their telephone' },
      link: { summary: 'print the link, valid for a day and once, instead of sending it' },
    },
    recorded: always('reason required'),
    async run(work) {
      const { createUserCommand } = await import('./commands/one-customer')
      return line(await createUserCommand(work))
    },
  }),
  'verify-user': command({
    summary: 'verify the address of a customer that the letter has not reached',
    words: [email],
    recorded: always('reason required'),
    async run(work) {
      const { verifyUserCommand } = await import('./commands/one-customer')
      return line(await verifyUserCommand(work))
    },
  }),
  'reset-link': command({
    summary: 'print a link for a new password, valid for 20 minutes and once',
    words: [email],
    recorded: always('reason required'),
    async run(work) {
      const { resetLinkCommand } = await import('./commands/one-customer')
      return line(await resetLinkCommand(work))
    },
  }),
  'undo-deletion-link': command({
    summary: 'print a link that undoes the deletion of a customer, valid until the erasure and once',
    words: [email],
    recorded: always('reason required'),
    async run(work) {
      const { undoDeletionLinkCommand } = await import('./commands/one-customer')
      return line(await undoDeletionLinkCommand(work))
    },
  }),
  'end-sessions': command({
    summary: 'sign a customer out everywhere, or with --all everybody',
    words: [{ ...email, isOptional: true }],
    options: { all: { summary: 'all customers, such as after a leak' } },
    recorded: always('reason required'),
    async run(work) {
      const { endSessionsCommand } = await import('./commands/one-customer')
      return line(await endSessionsCommand(work))
    },
  }),
  'turn-second-step-off': command({
    summary: 'turn the second step off for a customer; a letter tells them',
    words: [email],
    recorded: always('reason required'),
    async run(work) {
      const { turnSecondStepOffCommand } = await import('./commands/one-customer')
      return line(await turnSecondStepOffCommand(work))
    },
  }),
  'settle-payment': command({
    summary: 'settle a payment that is not final',
    words: [
      payment,
      { name: 'canceled|GATEWAY_ID', summary: "what the gateway's office has: no charge, or its id" },
    ],
    recorded: always('reason required'),
    async run(work) {
      const { settlePaymentCommand } = await import('./commands/one-payment')
      return line(await settlePaymentCommand(work))
    },
  }),
  refund: command({
    summary: 'refund a payment, in whole or in part',
    words: [payment, { name: 'SUM', summary: 'in rubles; all that is left unless given', isOptional: true }],
    recorded: always('reason required'),
    async run(work) {
      const { refundCommand } = await import('./commands/one-payment')
      return line(await refundCommand(work))
    },
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
    recorded: always('reason optional'),
    async run(work) {
      const { reconcileCommand } = await import('./commands/reconcile')
      return line(await reconcileCommand(work))
    },
  }),
  'credit-payment': command({
    summary: 'credit a payment that a gateway has and the database lacks, as after a restore',
    words: [
      { name: 'GATEWAY_ID', summary: 'its id at the gateway' },
      {
        name: 'ACCOUNT=SUM',
        summary: 'of one charge for several accounts: what each of them gets',
        isOptional: true,
        isRepeated: true,
      },
    ],
    recorded: always('reason required'),
    async run(work) {
      const { creditPaymentCommand } = await import('./commands/one-payment')
      return line(await creditPaymentCommand(work))
    },
  }),
  'hold-charges': command({
    summary: 'charge no saved card until release-charges: for a database that other tools have restored',
    words: [{ name: 'DAY', summary: 'what was paid since this day may be missing, such as 2026-10-05' }],
    recorded: always('reason required'),
    async run(work) {
      const { holdChargesCommand } = await import('./commands/charges')
      return line(await holdChargesCommand(work))
    },
  }),
  'release-charges': command({
    summary: 'compare the gateways with a restored database, and let saved cards be charged again',
    words: [
      {
        name: 'GATEWAY_ID',
        summary: "of a difference that may stay open, as nobody's balance depends on it",
        isOptional: true,
        isRepeated: true,
      },
    ],
    recorded: always('reason required'),
    async run(work) {
      const { releaseChargesCommand } = await import('./commands/charges')
      return line(await releaseChargesCommand(work))
    },
  }),
  'rebuild-balances': command({
    summary: 'compare every balance with its ledger; with --apply mend the ones that differ',
    options: { apply: { summary: 'write the sums of the ledger, which needs --why' } },
    recorded: (input) => (input.has('apply') ? 'reason required' : 'no'),
    async run(work) {
      const { rebuildBalancesCommand } = await import('./commands/billing')
      return line(await rebuildBalancesCommand(work))
    },
  }),
  'charge-autopayments': command({
    summary: 'plan, announce and charge autopayments now',
    recorded: always('reason optional'),
    async run(work) {
      const { chargeAutopaymentsCommand } = await import('./commands/charges')
      return line(await chargeAutopaymentsCommand(work))
    },
  }),
  'issue-invoices': command({
    summary: "issue the demo company's invoices",
    options: {
      period: { value: 'MONTH', summary: 'through this one, such as 2026-11; the last one unless given' },
    },
    recorded: always('reason optional'),
    async run(work) {
      const { issueInvoicesCommand } = await import('./commands/billing')
      return line(await issueInvoicesCommand(work))
    },
  }),
  'issue-access-codes': command({
    summary: 'issue access codes and print them once, as CSV',
    words: [
      { name: 'NUMBER', summary: 'of an account', isOptional: true, isRepeated: true, numbers: 'account' },
    ],
    options: {
      missing: { summary: 'for all accounts without a code; without it --why is needed' },
      'end-access': { summary: 'a new owner: ends the access of all present customers' },
      'keep-access': { summary: 'the same owner: customers who have the account keep it' },
    },
    recorded: (input) => (input.has('missing') ? 'reason optional' : 'reason required'),
    async run(work) {
      const { issueAccessCodesCommand } = await import('./commands/access')
      return issueAccessCodesCommand(work)
    },
  }),
  'remove-account': command({
    summary: "take an account off a customer's list, or with --all off every list; a letter tells them",
    words: [
      { name: 'ACCOUNT', summary: 'its number', numbers: 'account' },
      { name: 'CUSTOMER', summary: 'an e-mail, or an id that find prints', isOptional: true },
    ],
    options: { all: { summary: 'all customers of the account' } },
    recorded: always('reason required'),
    async run(work) {
      const { removeAccountCommand } = await import('./commands/access')
      return line(await removeAccountCommand(work))
    },
  }),
  'end-access': command({
    summary: 'end the access that an owner of an account has let somebody have, or take an invitation back',
    words: [{ name: 'ACCESS', summary: 'its id, as find prints it with the account' }],
    recorded: always('reason required'),
    async run(work) {
      const { endAccessCommand } = await import('./commands/access')
      return line(await endAccessCommand(work))
    },
  }),
  'check-content': command({
    summary: 'check the files of CONTENT_DIR as a server would',
    begins: 'without',
    async run(work) {
      const { checkContentCommand } = await import('./commands/check-content')
      return line(await checkContentCommand(work))
    },
  }),
  letters: command({
    summary: 'list the letters that could not be sent or that wait, or send them again',
    words: [
      { name: 'list|retry', summary: 'list unless given', among: ['list', 'retry'], isOptional: true },
      { name: 'ID', summary: 'of a letter to send again', isOptional: true, isRepeated: true },
    ],
    options: {
      all: { summary: 'send all of them again' },
      waiting: { summary: 'the letters that wait for another attempt, not the ones that were given up' },
      show: { summary: 'the addresses in full, which needs --why' },
    },
    recorded: (input) =>
      input.has('show') ? 'reason required' : input.words[0] === 'retry' ? 'reason optional' : 'no',
    async run(work) {
      const { lettersCommand } = await import('./commands/letters')
      return line(await lettersCommand(work))
    },
  }),
  import: command({
    summary: "take a table of the company's billing in; without --apply only check it",
    words: [
      { name: 'KIND', summary: 'what the table has', among: Object.keys(importKinds) },
      { name: 'FILE', summary: 'the table, as CSV', isFile: true },
    ],
    options: {
      map: { value: 'FILE.yaml', summary: 'which column is which field', isFile: true },
      apply: { summary: 'write it' },
      'skip-bad': { summary: 'leave out accounts with bad lines, and take the others' },
      confirmed: { summary: 'also take what the report wants to have confirmed' },
      json: { summary: 'for programs' },
    },
    recorded: (input) => (input.has('apply') ? 'reason optional' : 'no'),
    async run(work) {
      // A server shares the machine: without these flags V8 keeps more garbage than there is data.
      for (const flag of ['optimize-for-size', 'heap-growing-percent=20', 'semi-space-growth-factor=1'])
        setFlagsFromString(`--${flag}`)
      const { importCommand } = await import('./commands/import')
      return line(await importCommand(work))
    },
  }),
  backup: command({
    summary: 'copy the database to a file, as it is at one moment',
    words: [{ name: 'FILE', summary: 'to write; FILE.json will be its manifest', isFile: true }],
    begins: 'as it is',
    recorded: always('reason optional'),
    async run(work) {
      const { backupCommand } = await import('./commands/backup')
      return line(await backupCommand(work))
    },
  }),
  restore: command({
    summary: 'put a backup into an empty database, while no server runs over it',
    words: [{ name: 'FILE', summary: 'a backup, with FILE.json beside it', isFile: true }],
    begins: 'without',
    recorded: always('reason required'),
    async run(work) {
      const { restoreCommand } = await import('./commands/backup')
      return line(await restoreCommand(work))
    },
  }),
  'copy-database': command({
    summary: 'copy an SQLite database to an empty PostgreSQL one, while no server runs over either',
    words: [
      {
        name: 'FROM_SQLITE',
        summary: 'the file, DATA_DIR/portal.sqlite; DATABASE_URL says where to',
        isFile: true,
      },
    ],
    begins: 'without',
    recorded: always('reason required'),
    async run(work) {
      const { copyDatabaseCommand } = await import('./commands/backup')
      return line(await copyDatabaseCommand(work))
    },
  }),
  'customer-changes': command({
    summary: 'print what customers changed of themselves on these days, for the billing',
    options: {
      from: { value: 'DAY', summary: 'the first day, such as 2026-10-05' },
      to: { value: 'DAY', summary: 'the last day; the first one unless given' },
      columns: { value: 'NAME,…', summary: columnsSummary },
      encoding,
    },
    recorded: always('reason optional'),
    async run(work) {
      const { customerChangesCommand } = await import('./commands/registers')
      return customerChangesCommand(work)
    },
  }),
  'payments-register': command({
    summary: 'print what was paid and refunded on these days, for the books',
    words: [{ name: 'DAY', summary: 'the first day, such as 2026-10-05' }],
    options: {
      to: { value: 'DAY', summary: 'the last day; the first one unless given' },
      columns: { value: 'NAME,…', summary: columnsSummary },
      format: { value: 'FORMAT', among: ['csv', '1c'], summary: 'csv unless given' },
      encoding,
    },
    async run(work) {
      const { paymentsRegisterCommand } = await import('./commands/registers')
      return paymentsRegisterCommand(work)
    },
  }),
  'readings-register': command({
    summary: 'print the readings that customers sent on these days, for the billing',
    words: [{ name: 'DAY', summary: 'the first day, such as 2026-10-05' }],
    options: {
      to: { value: 'DAY', summary: 'the last day; the first one unless given' },
      columns: { value: 'NAME,…', summary: columnsSummary },
      encoding,
    },
    async run(work) {
      const { readingsRegisterCommand } = await import('./commands/registers')
      return readingsRegisterCommand(work)
    },
  }),
  log: command({
    summary: 'print the operator log: each run with its operator, subject, time and reason',
    options: {
      since: { value: 'DAY', summary: 'from this day on, UTC' },
      about: { value: 'NUMBER', summary: "of an account or a payment, or a customer's id" },
    },
    async run(work) {
      const { logCommand } = await import('./commands/log')
      return line(await logCommand(work))
    },
  }),
  'destruction-log': command({
    summary: 'print the log of erased customers',
    options: { since: { value: 'DAY', summary: 'from this day on, UTC' } },
    async run(work) {
      const { destructionLogCommand } = await import('./commands/log')
      return line(await destructionLogCommand(work))
    },
  }),
  'check-api': command({
    summary: "compare a company's own product API with the contract, call by call",
    words: [{ name: 'URL', summary: 'its address, as for PRODUCT_API_URL' }],
    options: {
      login: {
        value: 'EMAIL',
        summary: 'of a customer there; the password is in CHECK_API_PASSWORD, or is asked for',
      },
      write: { summary: 'also calls that write, where they leave everything as it was' },
      timeout: { value: 'MS', summary: 'how long one call may take, 10000 unless given' },
      json: { summary: 'print a JSON document instead of the table' },
    },
    begins: 'without settings',
    async run(work) {
      const { checkApiCommand } = await import('./commands/check-api/check-api')
      return checkApiCommand(work)
    },
  }),
}

/** The command of that name. Throws a UsageError where there is none. */
export const commandOf = (
  name: string,
  allCommands: Readonly<Record<string, Command>> = commands,
): Command => {
  const command = Object.hasOwn(allCommands, name) ? allCommands[name] : undefined
  if (!command) throw new UsageError(`${name}: no such command, there are ${list(Object.keys(allCommands))}`)
  return command
}

const list = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
