import type { Described, Option } from './command'

/** Who and why, for all commands that are in the operator log. */
const logOptions: Readonly<Record<'as' | 'why', Option>> = {
  as: { value: 'NAME', summary: 'who does it; the user of the operating system unless given' },
  why: {
    value: 'TEXT',
    summary:
      'why, for the operator log, without names; required where one customer, account or payment is touched',
  },
}

/** All options of a command. */
export const optionsOf = ({ options = {}, recorded }: Described): Readonly<Record<string, Option>> =>
  recorded ? { ...options, ...logOptions } : options
