import { Form } from '@remix-run/react'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { FirstAccount } from '~/layouts/first-account'
import type { KindView } from '~/layouts/kind-choice'
import type { AccountSwitcherProps } from '~/layouts/page-account'
import { paths } from '~/paths'
import { Balance } from '~/ui/balance/balance'
import { FieldErrors } from '~/ui/field/field-frame'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import { CardChoice } from './card-choice'
import type { PayingWords } from './paying-words.server'
import styles from './payment.module.css'
import {
  AmountField,
  CONFIRM_REQUIRED,
  DisplayedBalance,
  HiddenFields,
  NEW_METHOD,
  PayButton,
} from './payment-fields'
import { Answers, PendingPayments } from './pending-payments-panel'
import type { personalPaymentForm } from './personal-payment.server'
import type { NamedPayments, PersonalPaymentView } from './personal-payment-view'

const TITLE = 'Оплата'

const names = ['account', 'amount', 'paymentMethod', 'kind', 'saveMethod'] as const

interface PersonalPaymentProps {
  view: PersonalPaymentView
  choices: AccountSwitcherProps['choices']
  amount: string
  kinds: readonly KindView[]
  words: PayingWords
  idempotencyKey: string
  reply: FormReply | undefined
}

/** A customer's payment page: the debt and the payment methods. */
export function PersonalPayment({
  view,
  choices,
  amount,
  kinds,
  words,
  idempotencyKey,
  reply,
}: PersonalPaymentProps) {
  const { account, methods } = view
  const form = usePostForm<ReturnType<typeof personalPaymentForm>>(
    'pay',
    names.filter((name) => name !== 'kind' || kinds.length > 0),
    reply,
    {
      amount,
      paymentMethod: NEW_METHOD,
    },
  )
  const whose = form.control('account')
  const method = form.control('paymentMethod')
  const saveMethod = form.control('saveMethod')
  const kind = form.control('kind')
  const postedKey = form.control('idempotencyKey').defaultValue
  const key = postedKey ?? idempotencyKey
  // Only the question's own button answers it: the form itself still sends the balance that it showed first.
  const displayedBalance = form.control('seenBalance').defaultValue ?? view.displayedBalance
  const action = paths.personalPay({ account })
  const isAsked = form.reply?.code === CONFIRM_REQUIRED
  return (
    <>
      <FormOutcome forms={[form]} {...(isAsked && { question: words.question })}>
        {isAsked && (
          <Answers
            pendingPayments={view.pendingPayments}
            action={action}
            values={{
              account,
              amount: form.control('amount').defaultValue,
              paymentMethod: method.defaultValue,
              saveMethod: saveMethod.defaultValue,
              kind: kind.defaultValue,
              idempotencyKey: key,
              seenBalance: view.displayedBalance,
            }}
            pendingText={words.pending}
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
            {view.pendingOfOthers && <p className={styles.pending}>{view.pendingOfOthers}</p>}
            <div className={styles.account} id={whose.id} tabIndex={-1}>
              <p>
                {view.title ? `${view.title}, лицевой` : 'Лицевой'} счёт {account}
              </p>
              {view.address && <p>{view.address}</p>}
              <FieldErrors id={whose.id} errors={whose.errors} />
            </div>
          </Stack>
        </Panel>
        {view.pendingPayments && !isAsked && (
          <PendingPayments
            pendingPayments={view.pendingPayments}
            action={action}
            values={{
              account,
              kind: kinds[0]?.value,
              idempotencyKey: key,
              seenBalance: view.displayedBalance,
            }}
            pendingText={words.pending}
          />
        )}
        {view.unpayable ? (
          <Warning>
            <p>{view.unpayable}</p>
            <p>
              <Link to={paths.invoice(account)}>Посмотреть квитанцию</Link>
            </p>
          </Warning>
        ) : (
          <>
            {/* Another account or prefilled amount gets a new form: nothing of the first may be sent with it. */}
            <Form {...form.attributes} action={action} key={`${account} ${amount}`}>
              <HiddenFields account={account} postedKey={postedKey} newKey={idempotencyKey} />
              <DisplayedBalance name="seenBalance" balance={displayedBalance} />
              <Stack>
                <AmountField control={form.control('amount')} words={words} />
                <CardChoice
                  method={method}
                  kind={kind}
                  saveMethod={saveMethod}
                  methods={methods}
                  lacksMethods={view.lacksMethods}
                  kinds={kinds}
                  words={words}
                />
                <PayButton words={words} kind={view.pendingPayments || isAsked ? 'secondary' : 'primary'} />
              </Stack>
            </Form>
            <p>
              Чтобы не платить каждый раз вручную,{' '}
              <Link to={paths.newAutopayment(account)}>подключите автоплатёж</Link>. Если платит кто-то
              другой, <Link to={paths.askToPay(account)}>отправьте ему ссылку</Link>.
            </p>
          </>
        )}
      </Stack>
    </>
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
