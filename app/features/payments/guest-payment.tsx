import { Form } from '@remix-run/react'
import type { KindView } from '~/layouts/kind-choice'
import { KindChoice } from '~/layouts/kind-choice'
import { paths } from '~/paths'
import type { BalanceView } from '~/ui/balance/balance'
import { Balance } from '~/ui/balance/balance'
import { EmailField } from '~/ui/field/field'
import { FieldErrors } from '~/ui/field/field-frame'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { guestPaymentForm } from './guest-payment-form.server'
import type { PayingWords } from './paying-words.server'
import styles from './payment.module.css'
import { AmountField, HiddenFields, PayButton } from './payment-fields'
import { PersonalPageHint } from './personal-page-hint'

const names = ['account', 'amount', 'email', 'kind'] as const

interface GuestPaymentProps {
  account: string
  /** Masked: anybody who knows the number can see it. */
  address: string | null
  toPay: BalanceView | null
  /** Whether only a sum of a bill can be paid. */
  billSumOnly: boolean
  prefill: { amount: string; email: string }
  kinds: readonly KindView[]
  words: PayingWords
  idempotencyKey: string
  isSignedIn: boolean
  reply: FormReply | undefined
}

/** The second step: the account's details, the amount and the e-mail for the receipt. */
export function GuestPayment(props: GuestPaymentProps) {
  const { account, address, toPay, billSumOnly, prefill, kinds, words, idempotencyKey, isSignedIn, reply } =
    props
  const form = usePostForm<ReturnType<typeof guestPaymentForm>>(
    'pay',
    names.filter((name) => name !== 'kind' || kinds.length > 0),
    reply,
    prefill,
  )
  const whose = form.control('account')
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title="Оплата лицевого счёта" back={{ to: paths.pay(), text: 'Другой лицевой счёт' }} />
      <Stack narrow>
        {isSignedIn && <PersonalPageHint to={paths.personalPay({ account })} />}
        <Panel tone="quiet">
          <Stack>
            {toPay && <Balance balance={toPay} />}
            <div className={styles.account} id={whose.id} tabIndex={-1}>
              <p>Лицевой счёт {account}</p>
              {address && <p>{address}</p>}
              {billSumOnly && (
                <p>
                  Адрес и долг сейчас не показываем: из вашей сети слишком часто вводили номера, которых нет.
                  Сверьте номер лицевого счёта с квитанцией и заплатите всю сумму из неё, до копейки.
                </p>
              )}
              <FieldErrors id={whose.id} errors={whose.errors} />
            </div>
          </Stack>
        </Panel>
        {/* Another account is another form: nothing typed for the first may go with it. */}
        <Form {...form.attributes} key={account}>
          <HiddenFields
            account={account}
            postedKey={form.control('idempotencyKey').defaultValue}
            minted={idempotencyKey}
          />
          <Stack>
            <AmountField control={form.control('amount')} words={words} />
            <EmailField
              {...form.control('email')}
              label="Почта для чека"
              hint="Пришлём на неё электронный чек об оплате"
              autoComplete="email"
            />
            <KindChoice control={form.control('kind')} kinds={kinds} />
            <PayButton words={words} />
          </Stack>
        </Form>
      </Stack>
    </>
  )
}
