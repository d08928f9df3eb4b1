import type { Plugin } from 'vite'
import { withNoBreaks } from '../../format/shown-text'

/** Of the portal, and the words of its forms in the contract. Without files that programs read. */
const OURS =
  /[/](?:app|contract)[/].*(?<!resources[/]calendar|resources[/]history-csv|payment-order-qr[.]server|[.]test)[.]tsx?(?:[?]|$)/

/** Puts no-break spaces into the Russian words of the code, so that nobody has to type them. All else in it is English. */
export const noBreaks = (): Plugin => ({
  name: 'no-breaks',
  enforce: 'pre',
  transform(code, id) {
    if (!OURS.test(id) || !/[а-яё]/i.test(code)) return
    return { code: withNoBreaks(code), map: null }
  },
})
