import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import { AccountFacts, NamedNumber } from './account-card'
import type { deleteAccountForm } from './account-forms.server'
import type { AccountView } from './account-view'

interface DeleteAccountProps {
  /** Null beside a rejected form: the account could not be loaded. */
  view: AccountView | null
  /** Whether it has an autopayment; false also when that is unknown. */
  /** Null when it is not known. */
  stopsAutopayment: boolean | null
  reply: FormReply | undefined
}

/** The confirmation page before an account is removed from the list; a GET changes nothing. */
export function DeleteAccount({ view, stopsAutopayment, reply }: DeleteAccountProps) {
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
