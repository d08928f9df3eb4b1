import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { isolated, quoted } from 'format/shown-text'
import { pageMeta } from '~/document/page-meta'
import { accountTitleForm, prefillOfTitle } from '~/features/accounts/account-forms.server'
import { nameAccount } from '~/layouts/named-account'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { findAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { Field } from '~/ui/field/field'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'account-title',
  section: paths.accounts,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const account = await loadBesideForm(context, findAccount(request, api))
  return {
    /** Null beside a rejected form: the account could not be loaded. */
    view: account && {
      account: account.account,
      name: nameAccount(account.account, account),
      title: prefillOfTitle(account.title),
      /** `null` if the customer uses the company's title, or the company has none. */
      companyTitle: account.companyTitle?.trim() ?? null,
    },
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  return submitForm({ request, context }, accountTitleForm, {
    call: ({ account, title }) => api.submit('changeAccountTitle', { id: account, body: { title } }),
    next: ({ account, title }) => ({
      message: title
        ? `Теперь лицевой счёт ${account} называется ${quoted(isolated(title))}`
        : 'Вернули название компании',
      to: paths.accounts,
    }),
  })
}

/** The form for the customer's own title of an account. An empty field restores the company's title. */
export default function AccountTitlePage() {
  const { view } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const form = usePostForm<typeof accountTitleForm>('account-title', ['title'], reply, {
    account: view?.account ?? '',
    title: view?.title ?? '',
  })
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Название лицевого счёта"
        lead={view && [view.name.name, view.name.address].filter(Boolean).join('. ')}
        back={{ to: paths.accounts, text: 'Лицевые счета' }}
      />
      <Form {...form.attributes}>
        <input type="hidden" name="account" value={view?.account ?? form.control('account').defaultValue} />
        <Stack narrow>
          <Field
            {...form.control('title')}
            label="Название"
            hint={hintOf(view?.companyTitle ?? null)}
            optional
            dir="auto"
            autoComplete="off"
          />
          <p>Название видите только вы. В квитанции останется адрес, в компании ничего не изменится.</p>
          <Stack direction="row">
            <SubmitButton pendingText="Сохраняем…">Сохранить</SubmitButton>
            <ButtonLink kind="secondary" to={paths.accounts}>
              Не менять
            </ButtonLink>
          </Stack>
        </Stack>
      </Form>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => {
  const name = args.data?.view?.name.name
  return pageMeta(['Название лицевого счёта', name].filter(Boolean).join(': '), args)
}

const hintOf = (companyTitle: string | null) => {
  const company = companyTitle ? `: ${quoted(isolated(companyTitle))}` : ''
  return `До 40 знаков, например «Мамина квартира». Оставьте пустым, чтобы вернуть название компании${company}`
}
