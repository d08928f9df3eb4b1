import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { Autopayment } from 'contract/autopayments'
import { today } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { AccountFacts, NamedNumber } from '~/features/accounts/account-card'
import { deleteAccountForm } from '~/features/accounts/account-forms.server'
import { viewOfAccount } from '~/features/accounts/account-view'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { findAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'

export const handle = { access: 'user', secret: false, section: paths.accounts } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const loading = Promise.all([findAccount(request, api, 'own'), api.loadIfPossible('autopayments', {})])
  const loaded = await loadBesideForm(context, loading, {
    list: paths.accounts,
    message: 'Этого лицевого счёта в вашем кабинете уже нет',
  })
  // Beside a rejected form: the account could not be loaded.
  if (!loaded) return { view: null, stopsAutopayment: null }
  const [account, autopayments] = loaded
  return {
    view: viewOfAccount(account, today(context.config.timeZone, new Date())),
    /** `null` if the autopayments could not be loaded. */
    stopsAutopayment: autopayments && hasAutopayment(account.account, autopayments.data),
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, deleteAccountForm, {
    call: ({ account }) => api.submit('deleteAccount', { id: account }),
    next: { message: 'Лицевой счёт удалён из вашего кабинета', stays: true, to: paths.accounts },
  })
}

/** The confirmation page before an account is removed from the list; a GET changes nothing. */
export default function DeleteAccountPage() {
  const { view, stopsAutopayment } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const form = usePostForm<typeof deleteAccountForm>('delete-account', [], reply)
  const account = view?.account ?? form.control('account').defaultValue
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title="Удалить лицевой счёт" back={{ to: paths.accounts, text: 'Лицевые счета' }} />
      <Stack>
        {view && (
          <Panel tone="quiet" title={view.title ?? <NamedNumber account={view.account} />}>
            <AccountFacts view={view} />
          </Panel>
        )}
        <Warning>
          <p>
            Лицевой счёт пропадёт из вашего кабинета. История и долг в компании останутся; его можно добавить
            снова.
          </p>
          {stopsAutopayment && (
            <p>Автоплатёж по этому лицевому счёту прекратится, списаний больше не будет.</p>
          )}
          {stopsAutopayment === null && <p>Если по этому лицевому счёту есть автоплатёж, он прекратится.</p>}
          {view?.isDefault && (
            <p>Это основной лицевой счёт. Основного не будет, пока вы не выберете другой.</p>
          )}
        </Warning>
        <Form {...form.attributes}>
          <input type="hidden" name="account" value={account} />
          <Stack direction="row">
            <SubmitButton kind="danger" icon="trash" pendingText="Удаляем…">
              Удалить лицевой счёт
            </SubmitButton>
            <ButtonLink kind="secondary" to={paths.accounts}>
              Не удалять
            </ButtonLink>
          </Stack>
        </Form>
      </Stack>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => {
  const view = args.data?.view
  // The title itself says what the number is.
  const name = view && [view.title, view.account].filter(Boolean).join(', ')
  return pageMeta(['Удалить лицевой счёт', name].filter(Boolean).join(': '), args)
}

/** Whether the account has an autopayment that charges or waits for its first payment. */
const hasAutopayment = (account: string, autopayments: readonly Autopayment[]): boolean =>
  autopayments.some((one) => one.account === account && (one.status === 'active' || one.status === 'pending'))
