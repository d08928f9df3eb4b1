import { setFlagsFromString } from 'node:v8'
import type { ApiConfig } from 'api/config'
import type { Log } from 'api/log'
import { ConfigError } from 'contract/settings'
import { UsageError } from './usage-error'
import { usages } from './usages'

/** A command of the operator. */
export interface Command {
  /** What to type, without the program. */
  usage: string
  summary: string
  /** Returns what to print, with its line end. */
  run(config: ApiConfig, options: string[], log: Log): Promise<string | Uint8Array>
}

const line = (text: string) => `${text}\n`

/** By name, in the order of the help. Each is loaded when it is called. */
export const commands: Readonly<Record<string, Command>> = {
  import: {
    usage: usages.import,
    summary: "take a table of the company's billing in; without --apply only check it",
    async run(config, options) {
      // Otherwise V8 lets three times as much garbage lie as there is data, beside a server on the same machine.
      setFlagsFromString('--optimize-for-size')
      const { importCommand } = await import('./import')
      return line(await importCommand(config, options))
    },
  },
  'payments-register': {
    usage: usages.paymentsRegister,
    summary: 'print what was paid and refunded on these days, for the books',
    async run(config, options) {
      const { paymentsRegisterCommand } = await import('./payments-register')
      return paymentsRegisterCommand(config, options)
    },
  },
  'issue-invoices': {
    usage: 'issue-invoices [--period MONTH]',
    summary: "issue the demo company's invoices",
    async run(config, options) {
      const { issueInvoicesCommand } = await import('./issue-invoices')
      return line(await issueInvoicesCommand(config, options))
    },
  },
  'issue-access-codes': {
    usage: 'issue-access-codes NUMBER…|--missing',
    summary: 'issue access codes and print them once, as CSV',
    async run(config, options) {
      const { issueAccessCodesCommand } = await import('./issue-access-codes')
      return issueAccessCodesCommand(config, options)
    },
  },
  'charge-autopayments': {
    usage: 'charge-autopayments',
    summary: 'plan, announce and charge autopayments now',
    async run(config, options, log) {
      const { chargeAutopaymentsCommand } = await import('./charge-autopayments')
      return line(await chargeAutopaymentsCommand(config, options, log))
    },
  },
  'settle-payment': {
    usage: 'settle-payment NUMBER canceled|GATEWAY_ID',
    summary: 'settle a payment that is not final',
    async run(config, options, log) {
      const { settlePaymentCommand } = await import('./settle-payment')
      return line(await settlePaymentCommand(config, options, log))
    },
  },
  refund: {
    usage: 'refund NUMBER [SUM]',
    summary: 'refund a payment, in whole or in part',
    async run(config, options, log) {
      const { refundCommand } = await import('./refund')
      return line(await refundCommand(config, options, log))
    },
  },
  reconcile: {
    usage: 'reconcile [--days N]',
    summary: "compare the gateways' payments and refunds with ours",
    async run(config, options, log) {
      const { reconcileCommand } = await import('./reconcile')
      return line(await reconcileCommand(config, options, log))
    },
  },
  'turn-second-step-off': {
    usage: 'turn-second-step-off EMAIL',
    summary: 'turn the second step off for a customer',
    async run(config, options) {
      const { turnSecondStepOffCommand } = await import('./turn-second-step-off')
      return line(await turnSecondStepOffCommand(config, options))
    },
  },
  'destruction-log': {
    usage: 'destruction-log [--since DAY]',
    summary: 'print the log of erased customers',
    async run(config, options) {
      const { destructionLogCommand } = await import('./destruction-log')
      return line(await destructionLogCommand(config, options))
    },
  },
  letters: {
    usage: 'letters [retry ID…|retry --all]',
    summary: 'list the letters that could not be sent, or send them again',
    async run(config, options) {
      const { lettersCommand } = await import('./letters')
      return line(await lettersCommand(config, options))
    },
  },
}

/** The command of that name. Throws a UsageError where there is none, which names `others`, too. */
export const commandOf = (name: string, others: readonly string[] = []): Command => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new UsageError(`${name}: no such command, there are ${list([...Object.keys(commands), ...others])}`)
  return command
}

const list = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** What there is, for somebody who has typed no command; `others` are not in this list. */
export const help = (others: Readonly<Record<string, Pick<Command, 'usage' | 'summary'>>> = {}): string =>
  [
    'Commands, with the settings of the server; it may be running:',
    ...Object.values({ ...commands, ...others }).map(({ usage, summary }) => `  ${usage}\n      ${summary}`),
    'Exit codes: 0 done, 1 not done (the message says why), 2 called in a wrong way.',
    '',
  ].join('\n')

/** The exit code for a command that has thrown. */
export const exitCodeOf = (error: unknown): 1 | 2 => (error instanceof UsageError ? 2 : 1)

/** What to say of it: operators need no stack for what they can correct. */
export const complaintOf = (error: unknown): unknown => (error instanceof ConfigError ? error.message : error)
