import type { Plugin } from 'vite'
import { withNoBreaks } from '../../format/shown-text'

/** The files of the portal and the contract, except texts that programs read. */
const OURS =
  /[/](?:app|contract)[/].*(?<!resources[/]calendar|resources[/]history-csv|payment-order-qr[.]server|[.]test)[.]tsx?(?:[?]|$)/

/** Puts no-break spaces into the Russian texts of the code, so that nobody has to type them. */
export const noBreaks = (): Plugin => ({
  name: 'no-breaks',
  enforce: 'pre',
  transform(code, id) {
    if (!OURS.test(id) || !/[а-яё]/i.test(code)) return
    return { code: withNoBreaks(code), map: null }
  },
})
