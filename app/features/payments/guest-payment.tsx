import { Form } from '@remix-run/react'
import { KindChoice, type KindView } from '~/layouts/kind-choice'
import { paths } from '~/paths'
import { Balance, type BalanceView } from '~/ui/balance/balance'
import { SubmitButton } from '~/ui/button/submit-button'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { EmailField } from '~/ui/field/field'
import { FieldErrors } from '~/ui/field/field-frame'
import { AccountField, TextArea } from '~/ui/field/field-kinds'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { accountForm, guestPaymentForm, qrForm } from './guest-payment.server'
import type { PayingWords } from './paying-words.server'
import styles from './payment.module.css'
import { AmountField, HiddenFields, PayButton } from './payment-fields'

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
        {/* Another account gets a new form: nothing typed for the first may be sent with it. */}
        <Form {...form.attributes} key={account}>
          <HiddenFields
            account={account}
            postedKey={form.control('idempotencyKey').defaultValue}
            newKey={idempotencyKey}
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

interface ChooseAccountProps {
  /** The amount in the link, passed to the second step. */
  amount: string | null
  isSignedIn: boolean
  areNumbersDigits: boolean
  reply: FormReply | undefined
}

/** The first step of a payment without sign-in: the account number or the bill's QR code. */
export function ChooseAccount({ amount, isSignedIn, areNumbersDigits, reply }: ChooseAccountProps) {
  const check = usePostForm<typeof accountForm>('check', ['account'], reply)
  const qr = usePostForm<typeof qrForm>('qr', ['qr'], reply)
  const text = qr.control('qr')
  return (
    <>
      <FormOutcome forms={[check, qr]} />
      <PageHeading
        title="Оплата по номеру лицевого счёта"
        lead="Входить не нужно: достаточно номера лицевого счёта из квитанции."
      />
      <Stack narrow>
        {isSignedIn && <PersonalPageHint to={paths.personalPay()} />}
        <Form {...check.attributes} action={paths.pay()}>
          <input type="hidden" name="intent" value="check" />
          {amount && <input type="hidden" name="amount" value={amount} />}
          <Stack>
            <AccountField {...check.control('account')} isDigits={areNumbersDigits} />
            <SubmitButton
              size="large"
              action={paths.pay()}
              match={{ intent: 'check' }}
              pendingText="Ищем лицевой счёт…"
            >
              Продолжить
            </SubmitButton>
          </Stack>
        </Form>
        <Disclosure summary="Вставить текст QR-кода" open={qr.reply !== undefined}>
          <Form {...qr.attributes} action={paths.pay()}>
            <input type="hidden" name="intent" value="qr" />
            <Stack>
              <TextArea
                {...text}
                label="Текст QR-кода из квитанции"
                hint="Начинается с ST0001. Его показывает камера телефона или приложение для QR-кодов"
                rows={5}
                spellCheck={false}
                autoComplete="off"
              />
              <SubmitButton
                kind="secondary"
                action={paths.pay()}
                match={{ intent: 'qr' }}
                pendingText="Читаем…"
              >
                Заполнить по коду
              </SubmitButton>
            </Stack>
          </Form>
        </Disclosure>
      </Stack>
    </>
  )
}

/** For a customer on the guests' page: a link to the personal one, with accounts and saved cards. */
function PersonalPageHint({ to }: { to: string }) {
  return (
    <Panel tone="accent">
      <p>
        Вы вошли в кабинет. <Link to={to}>Оплатить из кабинета</Link>: там ваши лицевые счета, сохранённые
        карты и история.
      </p>
    </Panel>
  )
}
