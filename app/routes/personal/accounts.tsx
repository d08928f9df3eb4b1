import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { longestFilter } from 'contract/limits'
import { today } from 'format/dates'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { setDefaultForm } from '~/features/accounts/account-forms.server'
import { AccountList } from '~/features/accounts/account-list'
import { viewOfAccount } from '~/features/accounts/account-view'
import { pageOfAccounts } from '~/features/accounts/accounts-page'
import { totalDueOf } from '~/features/accounts/total-due'
import { unfinishedPayment } from '~/features/payments/pending-payments'
import { UndeliverableEmail } from '~/features/profile/undeliverable-email'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { bankLink } from '~/server/payments/bank-page.server'
import { accountsAtOnce, hasFeature } from '~/server/upstream/features.server'
import { Link } from '~/ui/link/link'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

const filterOf = (request: Request) => {
  const typed = new URL(request.url).searchParams.get('filter') ?? ''
  return typed
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestFilter)
}

const pageTyped = (request: Request) => new URL(request.url).searchParams.get('page')

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user, api } = await requireUser(request, context)
  const filter = filterOf(request)
  const [answer, base] = await Promise.all([
    loadBesideForm(context, api.load('accounts', { query: filter ? { filter } : {} })),
    context.baseData.current(),
  ])
  const features = {
    isExplained: hasFeature(base, 'explanation'),
    hasReadings: hasFeature(base, 'readings'),
    canBeNamed: hasFeature(base, 'account-title'),
    canBeShared: hasFeature(base, 'family'),
  }
  if (!answer)
    return { accounts: null, features, page: undefined, undeliverableEmail: undefined, filter, total: null }
  const { data } = answer
  const { timeZone } = context.config
  const day = today(timeZone, new Date())
  const bankPage = (confirmationUrl: string | null | undefined) => bankLink(confirmationUrl, context.config)
  const { shown, page } = pageOfAccounts(data, pageTyped(request))
  return {
    accounts: shown.map((account) => ({
      view: viewOfAccount(account, day),
      unfinished: unfinishedPayment(account, { timeZone, bankPage }),
    })),
    features,
    ...(page && { page }),
    ...(user?.emailUndeliverable && user.email && { undeliverableEmail: readableEmail(user.email) }),
    filter,
    // A filtered list has only some of the debts.
    total: filter
      ? null
      : totalDueOf(
          data.filter((account) => rightsOf(account).pay),
          accountsAtOnce(base),
        ),
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, setDefaultForm, {
    call: ({ account }) => api.submit('setDefaultAccount', { id: account }),
    next: {
      message: 'Основной лицевой счёт изменён',
      to: paths.accountsFound(filterOf(request), Number(pageTyped(request)) || 1),
    },
  })
}

export default function AccountsPage() {
  const { undeliverableEmail, ...list } = useLoaderData<typeof loader>()
  return (
    <AccountList
      {...list}
      warning={
        undeliverableEmail && (
          <UndeliverableEmail email={undeliverableEmail}>
            <Link to={paths.changeEmailRequest}>Изменить адрес почты</Link>
          </UndeliverableEmail>
        )
      }
      reply={useActionData<typeof action>()}
    />
  )
}

export const meta = (args: MetaArgs<typeof loader>) => {
  const page = args.data?.page
  const part = page && page.number > 1 ? `, страница ${page.number} из ${page.pages}` : ''
  return pageMeta(`Лицевые счета${part}`, args)
}
