import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { pageMeta } from '~/document/page-meta'
import {
  type AccessState,
  type confirmGrantForm,
  type inviteForm,
  loadAccess,
  submitAccess,
} from '~/features/family/access.server'
import type { AccessView, GrantView, OwnerView } from '~/features/family/access-view'
import { InvitationLink } from '~/features/family/invitation-link'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { AccountLead } from '~/layouts/named-account'
import { titleOfAccount } from '~/layouts/page-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { EmailField, Field } from '~/ui/field/field'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { PasswordField } from '~/ui/password-field/password-field'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { useFreshPage } from '~/ui/post-form/page-answer'
import { type PostFormOf, usePageAddress, usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import styles from './access.module.css'

const TITLE = 'Доступ к лицевому счёту'

export const handle = {
  access: 'user',
  secret: true,
  feature: 'family',
  section: paths.accounts,
} satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAccess(request, context)

export const action = submitAccess

/** The answer to a form shows a secret or the typed values: no reload may replace it, not even by an error screen. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => actionResult === undefined

export default function AccessRoute() {
  const answer = useActionData<typeof action>()
  const reply = answer && 'form' in answer ? answer : undefined
  const state = useFreshPage<AccessState>(useLoaderData<typeof loader>(), reply)
  if (answer && 'link' in answer) return <InvitationLink {...answer} />
  return <AccessPage state={state} reply={reply} />
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(TITLE, args.data?.choices), args)

/** Who may use an account besides its owners, and the form that invites others. */
function AccessPage({ state, reply }: { state: AccessState; reply: FormReply | undefined }) {
  const { choices, shown, ownsNone, idempotencyKey, today } = state
  const fields = ['email', 'label', 'readings', 'pay', 'until', 'password'] as const
  const invite = usePostForm<typeof inviteForm>('invite', fields, reply)
  const confirm = usePostForm<typeof confirmGrantForm>('confirm-grant', [], reply)
  const address = usePageAddress()
  if (ownsNone)
    return (
      <WithoutAccount title={TITLE}>
        Тогда вы сможете открыть к нему доступ близким: каждый входит под своим именем.
      </WithoutAccount>
    )
  return (
    <>
      <FormOutcome forms={[invite, confirm]} />
      <AccountSwitcher choices={choices} to={paths.access} />
      <PageHeading
        title={TITLE}
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

/** Who has the account: its owners, the open grants with their buttons, and the ended ones. */
function AccessPeople({ account, owners, open, ended }: AccessView & { account: string }) {
  return (
    <Panel title="У кого есть доступ">
      <ul className={styles.people}>
        {owners.map((owner) => (
          <li key={`${owner.name} ${owner.since}`} className={styles.person}>
            <Owner owner={owner} />
          </li>
        ))}
        {open.map((grant) => (
          <li key={grant.id} className={styles.person}>
            <Grant grant={grant}>
              <GrantActions account={account} grant={grant} />
            </Grant>
          </li>
        ))}
      </ul>
      {ended.length > 0 && (
        <Disclosure summary={'Закрытые за\u00a090\u00a0дней'}>
          <ul className={styles.people}>
            {ended.map((grant) => (
              <li key={grant.id} className={styles.person}>
                <Grant grant={grant} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Panel>
  )
}

function Owner({ owner: { name, since, isYou } }: { owner: OwnerView }) {
  return (
    <div className={styles.words}>
      <p className={styles.who}>
        {name} <Badge tone="accent">{isYou ? 'Владелец, это вы' : 'Владелец'}</Badge>
      </p>
      <p className={styles.about}>Лицевой счёт в кабинете с {since}</p>
    </div>
  )
}

/** `children`: its buttons. */
function Grant({ grant: { who, status, about }, children }: { grant: GrantView; children?: ReactNode }) {
  return (
    <>
      <div className={styles.words}>
        <p className={styles.who}>
          {who} <Badge tone={status.tone}>{status.words}</Badge>
        </p>
        {about.map((line) => (
          <p key={line} className={styles.about}>
            {line}
          </p>
        ))}
      </div>
      {children}
    </>
  )
}

function GrantActions({ account, grant: { id, who, isWaiting } }: { account: string; grant: GrantView }) {
  const action = paths.access(account)
  return (
    <Stack direction="row" gap="small">
      {isWaiting && (
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value="confirm-grant" />
          <input type="hidden" name="grant" value={id} />
          <SubmitButton
            size="small"
            action={action}
            match={{ intent: 'confirm-grant', grant: id }}
            pendingText="Подтверждаем…"
          >
            Подтвердить<VisuallyHidden>: {who}</VisuallyHidden>
          </SubmitButton>
        </Form>
      )}
      <ButtonLink kind="secondary" size="small" to={paths.accessClose(account, id)}>
        Закрыть доступ<VisuallyHidden>: {who}</VisuallyHidden>
      </ButtonLink>
    </Stack>
  )
}

interface InviteFormProps {
  form: PostFormOf<typeof inviteForm>
  /** The page's address, which names the account. */
  action: string
  idempotencyKey: string
  /** The company's calendar day. */
  today: string
}

const rights = 'access-rights'

/** The form in which an owner lets somebody see the account, and optionally send readings or pay. */
function InviteForm({ form, action, idempotencyKey, today }: InviteFormProps) {
  const readings = form.control('readings')
  const pay = form.control('pay')
  return (
    <Panel title="Открыть доступ">
      <Form {...form.attributes} action={action}>
        <input type="hidden" name="intent" value="invite" />
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
        <Stack narrow>
          <EmailField
            {...form.control('email')}
            label="Электронная почта"
            hint="Пришлём приглашение. Без адреса покажем ссылку, отправьте её сами"
            optional
            autoComplete="off"
          />
          <Field
            {...form.control('label')}
            label="Кто это"
            hint="До 40 знаков, например «мама». Видят только владельцы"
            optional
            autoComplete="off"
          />
          <Stack gap="small">
            <p id={rights}>Квитанции, платежи и показания будут видны. Ещё разрешить:</p>
            <Checkbox
              id={readings.id}
              name={readings.name}
              errors={readings.errors}
              label="Передавать показания"
              describedBy={[rights]}
              defaultChecked={readings.defaultValue === 'on'}
            />
            <Checkbox
              id={pay.id}
              name={pay.name}
              errors={pay.errors}
              label="Платить своей картой"
              describedBy={[rights]}
              defaultChecked={pay.defaultValue === 'on'}
            />
          </Stack>
          <Field
            {...form.control('until')}
            type="date"
            label="По какой день"
            hint="Потом доступ закроется сам"
            optional
            width="short"
            min={today}
          />
          <PasswordField
            {...form.control('password')}
            label="Пароль от кабинета"
            hint="Чтобы доступ не открыл кто-то другой с вашего устройства"
            autoComplete="current-password"
          />
          <div>
            <SubmitButton action={action} match={{ intent: 'invite' }} pendingText="Создаём…">
              Пригласить
            </SubmitButton>
          </div>
        </Stack>
      </Form>
    </Panel>
  )
}
