import { Form } from '@remix-run/react'
import { formatRubles, parseRubles } from 'format/money'
import type { AccountSwitcherProps } from '~/layouts/account-choice'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { FirstAccount } from '~/layouts/first-account'
import { paths } from '~/paths'
import { Balance } from '~/ui/balance/balance'
import { ButtonLink } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
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
import { PayAnew, type PayAnewProps } from './pay-anew'
import styles from './payment.module.css'
import { AmountField, CONFIRM_REQUIRED, HiddenFields, NEW_CARD, PayButton } from './payment-fields'
import type { personalPaymentForm } from './personal-payment-form.server'
import type { BegunPayment, BegunPayments, NamedPayments, PersonalPaymentView } from './personal-payment-view'

const TITLE = 'Оплата'
const ANEW = 'Заплатить заново'

interface PersonalPaymentProps {
  view: PersonalPaymentView
  choices: AccountSwitcherProps['choices']
  amount: string
  idempotencyKey: string
  reply: FormReply | undefined
}

/** A customer's payment page: the debt and the payment methods. */
export function PersonalPayment({ view, choices, amount, idempotencyKey, reply }: PersonalPaymentProps) {
  const { account, methods } = view
  const names = ['account', 'amount', 'paymentMethod', 'saveMethod', 'idempotencyKey'] as const
  const form = usePostForm<typeof personalPaymentForm>('pay', names, reply, {
    amount,
    paymentMethod: NEW_CARD.value,
    idempotencyKey,
  })
  const whose = form.control('account')
  const method = form.control('paymentMethod')
  const { defaultValue: ticked, ...saveMethod } = form.control('saveMethod')
  const key = form.control('idempotencyKey').defaultValue ?? idempotencyKey
  // A question is answered by its own button alone: pressed again, the form still carries what it was first drawn with.
  const seenBalance = form.control('seenBalance').defaultValue ?? view.seenBalance
  const action = paths.personalPay({ account })
  const isAsked = form.reply?.code === CONFIRM_REQUIRED
  return (
    <>
      <FormOutcome forms={[form]} {...(isAsked && { question: 'Заплатить ещё раз?' })}>
        {isAsked && (
          <Answers
            begun={view.begun}
            action={action}
            values={{
              account,
              amount: form.control('amount').defaultValue,
              paymentMethod: method.defaultValue,
              saveMethod: ticked,
              idempotencyKey: key,
              seenBalance: view.seenBalance,
            }}
          />
        )}
      </FormOutcome>
      <PageHeading title={TITLE} />
      <AccountSwitcher choices={choices} to={(other) => paths.personalPay({ account: other })} />
      <Stack narrow>
        <Panel tone="quiet">
          <Stack>
            {view.toPay && <Balance balance={view.toPay} />}
            {view.unanswered && <Unanswered unanswered={view.unanswered} />}
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
        {view.begun && !isAsked && (
          <Begun
            begun={view.begun}
            action={action}
            values={{ account, idempotencyKey: key, seenBalance: view.seenBalance }}
          />
        )}
        {/* Another account is another form: nothing typed for the first may go with it. */}
        <Form {...form.attributes} action={action} key={account}>
          <HiddenFields account={account} idempotencyKey={key} />
          <input type="hidden" name="seenBalance" value={seenBalance} />
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

interface AnswersProps {
  begun: BegunPayments | null
  action: string
  values: PayAnewProps['values']
}

/** The answers to the question: continue a pending payment, or pay all the same. */
function Answers({ begun, action, values }: AnswersProps) {
  const newest = begun?.payments[0]
  const parsed = parseRubles(values.amount ?? '')
  const sum = parsed.ok ? ` ${formatRubles(parsed.kopecks)}` : ''
  return (
    <Stack direction="row">
      {newest && <Continue payment={newest} kind="primary" />}
      <PayAnew action={action} values={values}>
        {begun?.anew ? ANEW : `Всё равно заплатить${sum}`}
      </PayAnew>
    </Stack>
  )
}

interface BegunProps {
  begun: BegunPayments
  action: string
  values: Pick<PayAnewProps['values'], 'account' | 'idempotencyKey' | 'seenBalance'>
}

/** The pending payments: each with its link, and a button to begin a new one. */
function Begun({ begun: { payments, more, anew }, action, values }: BegunProps) {
  return (
    <Panel title="Оплата не закончена" tone="plain">
      <ul className={styles.begun}>
        {payments.map((payment, index) => (
          <li key={payment.to}>
            <p>{payment.words}</p>
            <Continue payment={payment} kind={index === 0 ? 'primary' : 'secondary'} />
          </li>
        ))}
      </ul>
      {more && <p>{more}</p>}
      {anew && (
        <div className={styles.anew}>
          <p>{anew.words}</p>
          <PayAnew action={action} values={{ ...values, amount: anew.amount }}>
            {ANEW}
          </PayAnew>
        </div>
      )}
    </Panel>
  )
}

function Continue({ payment: { step, to }, kind }: { payment: BegunPayment; kind: 'primary' | 'secondary' }) {
  return (
    <ButtonLink to={to} kind={kind} reload={step === 'continue'}>
      {step === 'continue' ? 'Продолжить оплату' : 'Проверить платёж'}
    </ButtonLink>
  )
}

function Unanswered({ unanswered: { words, payments } }: { unanswered: NamedPayments }) {
  return (
    <div className={styles.pending}>
      <p>{words}</p>
      <ul>
        {payments.map(({ text, to }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The same page for a customer without accounts. */
export function NothingToPay() {
  return (
    <>
      <PageHeading title={TITLE} />
      <FirstAccount>После этого его можно будет оплатить здесь.</FirstAccount>
    </>
  )
}
