import { AccountSwitcher } from '~/layouts/account-switcher'
import { AccountLead } from '~/layouts/named-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { AccessPeople } from './access-people'
import type { confirmGrantForm, inviteForm } from './family-forms.server'
import { InviteForm } from './invite-form'
import type { AccessState } from './load-access.server'

export const ACCESS_TITLE = 'Доступ к лицевому счёту'

/** Who may use an account besides its owners, and the form that invites others. */
export function AccessPage({ state, reply }: { state: AccessState; reply: FormReply | undefined }) {
  const { choices, shown, ownsNone, idempotencyKey, today } = state
  const fields = ['email', 'label', 'readings', 'pay', 'until', 'password'] as const
  const invite = usePostForm<typeof inviteForm>('invite', fields, reply)
  const confirm = usePostForm<typeof confirmGrantForm>('confirm-grant', [], reply)
  const address = usePageAddress()
  if (ownsNone)
    return (
      <WithoutAccount title={ACCESS_TITLE}>
        Тогда вы сможете открыть к нему доступ близким: каждый входит под своим именем.
      </WithoutAccount>
    )
  return (
    <>
      <FormOutcome forms={[invite, confirm]} />
      <AccountSwitcher choices={choices} to={paths.access} />
      <PageHeading
        title={ACCESS_TITLE}
        lead={shown && <AccountLead account={shown.named} />}
        back={{ to: paths.accounts, text: 'Лицевые счета' }}
      />
      <Stack>
        {shown && <AccessPeople {...shown} />}
        <InviteForm
          form={invite}
          action={shown ? paths.access(shown.account) : address}
          idempotencyKey={idempotencyKey}
          today={today}
        />
      </Stack>
    </>
  )
}
