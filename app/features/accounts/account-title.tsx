import { Form } from '@remix-run/react'
import { isolated, quoted } from 'format/shown-text'
import type { NamedAccount } from '~/layouts/named-account'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { Field } from '~/ui/field/field'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { accountTitleForm } from './account-forms.server'

interface AccountTitleProps {
  /** Null beside a rejected form: the account could not be loaded. */
  view: {
    account: string
    name: NamedAccount
    /** What the account is called now; empty for nothing. */
    title: string
    /** The company's title where the customer has another; null where there is none, or `title` is the company's. */
    companyTitle: string | null
  } | null
  reply: FormReply | undefined
}

/** The form that gives an account the customer's own name; an empty field brings the company's back. */
export function AccountTitle({ view, reply }: AccountTitleProps) {
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

const hintOf = (companyTitle: string | null) => {
  const company = companyTitle ? `: ${quoted(isolated(companyTitle))}` : ''
  return `До 40 знаков, например «Мамина квартира». Оставьте пустым, чтобы вернуть название компании${company}`
}
