import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { today } from 'format/dates'
import { formatRubles } from 'format/money'
import { pdfResponse } from '~/features/invoices/paper/pdf-response.server'
import { loadBilledAccount, loadYear, namedYear } from '~/features/invoices/statement/load-statement.server'
import { noDebtPaper, statementPaper } from '~/features/invoices/statement/statement-paper.server'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

/** With `?year=` the statement of that year, without it the paper that nothing is owed today. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const guarded = await requireUser(request, context)
  const year = namedYear(request)
  const billed = await loadBilledAccount(request, guarded)
  const { account, newest } = billed
  const number = account.account
  const day = today(context.config.timeZone, new Date())
  if (year === null) {
    const owed = Math.max(account.balance, newest?.total ?? 0)
    if (owed > 0) {
      const words = `Сведения об\u00a0отсутствии задолженности можно скачать, когда долга нет. Сейчас к\u00a0оплате ${formatRubles(owed)}.`
      throw leadToInvoice(number, words, context)
    }
    const names = { name: `Долга нет, ${number}, ${day}`, latinName: `no-debt-${day}` }
    return pdfResponse(noDebtPaper(account, newest, day), names, context)
  }
  const invoices = await loadYear(guarded.api, billed, year)
  if (!invoices) {
    const words = `За\u00a0${year}\u00a0год по\u00a0лицевому счёту ${number} квитанций нет.`
    throw leadToInvoice(number, words, context)
  }
  const names = { name: `Справка за ${year} год, ${number}`, latinName: `statement-${year}` }
  return pdfResponse(statementPaper(invoices, day), names, context)
}

/** A file can't say why it is not there: the page that links to it does. */
const leadToInvoice = (account: string, words: string, { flash, prefetch }: AppLoadContext) => {
  if (!prefetch) flash.next = newFlash('info', words, { stays: true })
  return redirect(paths.invoice(account))
}
