import { Form } from '@remix-run/react'
import { AccountSwitcher, type AccountSwitcherProps } from '~/layouts/account-switcher'
import { paths } from '~/paths'
import { Balance } from '~/ui/balance/balance'
import { ButtonLink } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { FieldErrors } from '~/ui/field/field-frame'
import { Link } from '~/ui/link/link'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { Stack } from '~/ui/stack/stack'
import styles from './payment.module.css'
import { AmountField, HiddenFields, PayButton } from './payment-fields'
import type { NamedPayments, PersonalPaymentView } from './personal-payment-view'

const TITLE = 'Оплата'
const NEW_CARD = { value: '', title: 'Новая карта или СБП' }

interface PersonalPaymentProps {
  view: PersonalPaymentView
  choices: AccountSwitcherProps['choices']
  amount: string
  idempotencyKey: string
  reply: FormReply | undefined
}

/** The payment page of a customer: what is left to pay, and by what. */
export function PersonalPayment({ view, choices, amount, idempotencyKey, reply }: PersonalPaymentProps) {
  const { account, methods } = view
  const names = ['account', 'amount', 'paymentMethod', 'saveMethod', 'idempotencyKey'] as const
  const form = usePostForm('pay', names, reply, { amount, paymentMethod: NEW_CARD.value, idempotencyKey })
  const whose = form.control('account')
  const method = form.control('paymentMethod')
  const { defaultValue: ticked, ...saveMethod } = form.control('saveMethod')
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title={TITLE} />
      <Stack narrow>
        <AccountSwitcher choices={choices} to={(other) => paths.personalPay({ account: other })} />
        <Panel tone="quiet">
          <Stack>
            {view.toPay && <Balance balance={view.toPay} />}
            {view.pending && <Pending pending={view.pending} />}
            {view.unanswered && <Pending pending={view.unanswered} />}
            {view.begunByOthers && <p className={styles.pending}>{view.begunByOthers}</p>}
            <div className={styles.account} id={whose.id} tabIndex={-1}>
              <p>
                {view.title && `${view.title}, `}лицевой счёт {account}
              </p>
              {view.address && <p>{view.address}</p>}
              <FieldErrors id={whose.id} errors={whose.errors} />
            </div>
          </Stack>
        </Panel>
        {/* Another account is another form: nothing typed for the first may go with it. */}
        <Form {...form.attributes} action={paths.personalPay({ account })} key={account}>
          <HiddenFields
            account={account}
            idempotencyKey={form.control('idempotencyKey').defaultValue ?? idempotencyKey}
          />
          <Stack>
            <AmountField control={form.control('amount')} />
            {methods.length > 0 && (
              <RadioGroup
                {...method}
                defaultValue={method.defaultValue ?? NEW_CARD.value}
                label="Чем платить"
                options={[NEW_CARD, ...methods]}
              />
            )}
            {view.lacksMethods && <MissingPart what="сохранённые карты" />}
            <Checkbox
              {...saveMethod}
              label="Сохранить карту для следующих платежей"
              hint="Только для новой карты. Отвязать её можно в любой момент"
              defaultChecked={ticked !== undefined}
            />
            <PayButton />
          </Stack>
        </Form>
        <p>
          Чтобы не платить каждый раз вручную,{' '}
          <Link to={paths.newAutopayment(account)}>подключите автоплатёж</Link>.
        </p>
      </Stack>
    </>
  )
}

function Pending({ pending }: { pending: NamedPayments }) {
  return (
    <div className={styles.pending}>
      <p>{pending.words}</p>
      <ul>
        {pending.payments.map(({ text, to }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The same page for a customer who has no account yet. */
export function NothingToPay() {
  return (
    <>
      <PageHeading title={TITLE} />
      <EmptyState
        icon="house"
        title="Добавьте первый лицевой счёт"
        action={
          <ButtonLink to={paths.addAccount} icon="plus">
            Добавить счёт
          </ButtonLink>
        }
      >
        После этого его можно будет оплатить здесь. Понадобится номер из квитанции.
      </EmptyState>
    </>
  )
}
