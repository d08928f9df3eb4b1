import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatRubles } from 'format/money'
import { shownText } from 'format/shown-text'
import { pageMeta } from '~/document/page-meta'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { AccountLead, nameAccount } from '~/layouts/named-account'
import { rightsOf, titleOfAccount } from '~/layouts/page-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import { type Api, pageNotFound, requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { CopyableText, CopyButton } from '~/ui/copy-button/copy-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { ShareButton } from '~/ui/share-button/share-button'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'

const TITLE = 'Попросить оплатить'

export const handle = { access: 'user', secret: false, section: paths.personalPay() } satisfies RouteHandle

/**
 * The link to pay the account in the address; `shown` is null for a customer without accounts. The link has no amount:
 * the guest page prefills the debt at that time, so that nobody pays a debt twice.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const guarded = await requireUser(request, context)
  const { account, choices, loaded } = await forPageAccount(request, guarded, (number) =>
    loadPreview(guarded.api, number),
  )
  if (!account) {
    if (new URL(request.url).searchParams.get('account')) throw pageNotFound(request)
    return { choices, shown: null }
  }
  const number = account.account
  const unpayable = account.unpayable?.trim() || null
  const shown = {
    account: number,
    named: nameAccount(number, account),
    /** Why the account can't be paid here; null: it can. */
    unpayable,
    back: rightsOf(account).pay
      ? { to: paths.personalPay({ account: number }), text: 'Оплата' }
      : { to: paths.invoice(number), text: 'Квитанция' },
    /** The guest page of the account, with the origin. */
    link: new URL(paths.pay({ account: number }), context.config.publicUrl).href,
    preview: unpayable ? null : loaded,
  }
  return { choices, shown }
}

/**
 * What the guest page of the link shows; null if unknown: after many wrong numbers the API hides it from this network,
 * but perhaps not from others.
 */
const loadPreview = async (api: Api, account: string) => {
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

export default function AskToPayPage() {
  const { choices, shown } = useLoaderData<typeof loader>()
  if (!shown)
    return (
      <WithoutAccount title={TITLE}>
        Тогда здесь будет ссылка, по которой его сможет оплатить кто-то другой.
      </WithoutAccount>
    )
  const { account, named, back, unpayable, link, preview } = shown
  return (
    <>
      <AccountSwitcher choices={choices} to={paths.askToPay} />
      <PageHeading title={TITLE} lead={<AccountLead account={named} />} back={back} />
      {unpayable ? (
        <Warning>
          <p>{unpayable}</p>
        </Warning>
      ) : (
        <Stack narrow>
          <p>
            Отправьте эту ссылку тому, кто заплатит. Входить в личный кабинет ему не нужно: по ссылке сразу
            откроется оплата этого лицевого счёта.
          </p>
          <CopyableText>{link}</CopyableText>
          <Stack direction="row">
            <ShareButton kind="primary" content={{ text: `Оплата лицевого счёта ${account}`, url: link }} />
            <CopyButton text={link}>Скопировать ссылку</CopyButton>
          </Stack>
          {preview && (
            <Panel title="Что увидит тот, кто откроет ссылку" tone="quiet">
              <DefinitionList rows={preview.rows} />
            </Panel>
          )}
          <p>
            {preview &&
              (preview.hasBalance
                ? 'Суммы в самой ссылке нет: страница покажет, сколько нужно заплатить в тот день, когда её откроют. То, что уже оплачено, она второй раз не предложит. '
                : 'Сколько платить, страница не покажет: назовите сумму сами. ')}
            Имя, полный адрес, квитанции и платежи по ссылке не видны.
          </p>
        </Stack>
      )}
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(TITLE, args.data?.choices), args)
