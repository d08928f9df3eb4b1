import type { AppLoadContext } from '@remix-run/node'
import { formatRubles } from 'format/money'
import { shownText } from 'format/shown-text'
import { nameAccount } from '~/layouts/named-account'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { type Api, requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import type { AskToPayProps } from './ask-to-pay'

/**
 * The link to pay the account in the address; `shown` is null for a customer without accounts. The link has no amount:
 * the guest page offers what is owed when it is opened, so that a debt paid meanwhile is not paid twice.
 */
export const loadAskToPay = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const { account, choices, loaded } = await forPageAccount(request, guarded, (number) =>
    loadPreview(guarded.api, number),
  )
  if (!account) {
    const { pathname, searchParams } = new URL(request.url)
    if (searchParams.get('account')) throw new Response(`Page Not Found: ${pathname}`, { status: 404 })
    return { choices, shown: null }
  }
  const number = account.account
  const unpayable = account.unpayable?.trim() || null
  const shown: AskToPayProps = {
    account: number,
    named: nameAccount(number, account),
    unpayable,
    back: rightsOf(account).pay
      ? { to: paths.personalPay({ account: number }), text: 'Оплата' }
      : { to: paths.invoice(number), text: 'Квитанция' },
    link: new URL(paths.pay({ account: number }), context.config.publicUrl).href,
    preview: unpayable ? null : loaded,
  }
  return { choices, shown }
}

/** The guest page of another network may show more than that of this one, whose visitors typed unknown numbers. */
const loadPreview = async (api: Api, account: string): Promise<AskToPayProps['preview']> => {
  const payCheck = await api.loadIfPossible('payCheck', { body: { account } })
  if (!payCheck || payCheck.data.billSumOnly) return null
  const { addressMasked, balance } = payCheck.data
  const address = shownText(addressMasked)
  const hasBalance = typeof balance === 'number'
  return {
    rows: [
      { term: 'Лицевой счёт', description: account },
      ...(address ? [{ term: 'Адрес', description: address }] : []),
      ...(hasBalance ? [{ term: 'К оплате сейчас', description: owedInWords(balance) }] : []),
    ],
    hasBalance,
  }
}

const owedInWords = (balance: number) => (balance > 0 ? formatRubles(balance) : 'Ничего, долга нет')
