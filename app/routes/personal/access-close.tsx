import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { Account } from 'contract/accounts'
import { pageMeta } from '~/document/page-meta'
import { closeAccessForm } from '~/features/family/access.server'
import { isOpen, viewOfGrant } from '~/features/family/access-view'
import { AccountLead, nameAccount } from '~/layouts/named-account'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { type Api, pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'family',
  section: paths.accounts,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => ({
  /** The access to end; null if it could not be loaded beside a rejected form. */
  view: await loadBesideForm(context, loadClose(request, context)),
})

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const { account, grant } = accessInAddress(request)
  return submitForm({ request, context }, closeAccessForm, {
    call: () => api.submit('endGrant', { id: grant }),
    next: async () => ({
      message: 'Доступ больше не действует',
      stays: true,
      to: await pageAfterClose(account, api),
    }),
  })
}

/** The account and the grant in the page's address. */
const accessInAddress = ({ url }: Request) => {
  const { searchParams } = new URL(url)
  return { account: searchParams.get('account') ?? '', grant: searchParams.get('grant') ?? '' }
}

/** Throws the 404 screen unless the customer owns the account and the access is open, or holds the access. */
const loadClose = async (request: Request, context: AppLoadContext) => {
  const { api } = await requireUser(request, context)
  const { account, grant } = accessInAddress(request)
  const { data: accounts } = await api.load('accounts', { query: {} })
  const customerAccount = accounts.find((one) => one.account === account)
  const view =
    customerAccount &&
    (rightsOf(customerAccount).own
      ? await viewForOwner(customerAccount, grant, context, api)
      : viewForHolder(customerAccount, grant))
  if (!customerAccount || !view) throw pageNotFound(request)
  return { account, named: nameAccount(account, customerAccount), ...view }
}

const viewForOwner = async ({ account }: Account, id: string, { config }: AppLoadContext, api: Api) => {
  const { data } = await api.load('access', { id: account })
  const grant = data.grants.find((one) => one.id === id)
  return grant && isOpen(grant) ? { as: 'owner' as const, grant: viewOfGrant(grant, config.timeZone) } : null
}

const viewForHolder = ({ access }: Account, id: string) =>
  id && access?.grant === id ? { as: 'holder' as const, from: access.from ?? null, canPay: access.pay } : null

/** The page after the access has ended: an owner's list of accesses; a holder no longer sees the account. */
const pageAfterClose = async (account: string, api: Api): Promise<string> => {
  const accounts = await api.loadIfPossible('accounts', { query: {} })
  const isOwner = accounts?.data.some((one) => one.account === account && rightsOf(one).own)
  return isOwner ? paths.access(account) : paths.accounts
}

const closeTitle = (view: { as: 'owner' | 'holder' } | null | undefined) =>
  view?.as === 'holder' ? 'Отказаться от доступа' : 'Закрыть доступ'

/** The confirmation page before an access ends: an owner closes it, or its holder leaves; a GET changes nothing. */
export default function AccessClosePage() {
  const { view } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const form = usePostForm<typeof closeAccessForm>('close-access', [], reply)
  const address = usePageAddress()
  const title = closeTitle(view)
  const back =
    view?.as === 'owner'
      ? { to: paths.access(view.account), text: 'Доступ к лицевому счёту' }
      : { to: paths.accounts, text: 'Лицевые счета' }
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title={title} lead={view && <AccountLead account={view.named} />} back={back} />
      <Stack>
        {view?.as === 'owner' && (
          <Panel
            tone="quiet"
            title={view.grant.who}
            aside={<Badge tone={view.grant.status.tone}>{view.grant.status.words}</Badge>}
          >
            {view.grant.about.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Panel>
        )}
        <Warning>
          {view?.as === 'holder' ? (
            <>
              <p>
                Лицевой счёт сразу пропадёт из вашего кабинета. Чтобы вернуть его, понадобится новое
                приглашение{view.from && ` (этот доступ открыли вам: ${view.from})`}.
              </p>
              {view.canPay && <p>Если у вас есть автоплатёж по этому лицевому счёту, он прекратится.</p>}
            </>
          ) : view?.grant.isActive === false ? (
            <p>
              Приглашение сразу перестанет действовать, ссылка больше ничего не откроет. Пригласить снова
              можно в любой момент.
            </p>
          ) : (
            <p>
              Лицевой счёт сразу перестанет быть виден этому человеку, его автоплатежи по нему прекратятся.
              Платежи, которые уже сделаны, останутся. Пригласить снова можно в любой момент.
            </p>
          )}
        </Warning>
        <Form {...form.attributes} action={address}>
          <Stack direction="row">
            <SubmitButton kind="danger" action={address} pendingText="Отправляем…">
              {title}
            </SubmitButton>
            <ButtonLink kind="secondary" to={back.to}>
              {view?.as === 'holder' ? 'Не отказываться' : 'Не закрывать'}
            </ButtonLink>
          </Stack>
        </Form>
      </Stack>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(closeTitle(args.data?.view), args)
