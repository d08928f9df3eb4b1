import { Form } from '@remix-run/react'
import { FirstAccount } from '~/layouts/first-account'
import type { KindView } from '~/layouts/kind-choice'
import { KindChoice } from '~/layouts/kind-choice'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { SecurityNote } from '~/ui/security-note/security-note'
import { Select } from '~/ui/select/select'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import type { AccountOption, ExistingAutopayment as Existing } from './account-options'
import type { newAutopaymentForm, newAutopaymentWords } from './autopayment-forms.server'
import styles from './autopayments.module.css'
import { AmountField, DayField, LimitField } from './rule-fields'

const TITLE = 'Новый автоплатёж'
const back = { to: paths.autopayments, text: 'Автоплатежи' }

const rules = [
  {
    value: 'invoice',
    title: 'По каждой квитанции',
    hint: 'Когда придёт новая квитанция, оплатим остаток по ней',
  },
  {
    value: 'monthly',
    title: 'Фиксированная сумма в день месяца',
    hint: 'Её и день выбираете вы. Больше остатка к оплате не спишем',
  },
]

const names = ['account', 'rule', 'day', 'amount', 'limit', 'kind', 'consent'] as const

interface NewAutopaymentProps {
  accounts: readonly AccountOption[]
  /** The preselected account. */
  account: string
  /** The version of the linked agreement, when known, and its date in words. */
  consent: { version: string; inWords: string | null } | null
  kinds: readonly KindView[]
  words: ReturnType<typeof newAutopaymentWords>
  idempotencyKey: string
  reply: FormReply | undefined
}

/** The form of a new autopayment: account, rule, limit and consent. */
export function NewAutopayment({
  accounts,
  account,
  consent,
  kinds,
  words,
  idempotencyKey,
  reply,
}: NewAutopaymentProps) {
  const form = usePostForm<ReturnType<typeof newAutopaymentForm>>(
    'new-autopayment',
    names.filter((name) => name !== 'kind' || kinds.length > 0),
    reply,
    { account, rule: 'invoice' },
  )
  const { defaultValue: consented, ...consentBox } = form.control('consent')
  const { existing, unpayable } = accounts.find(({ value }) => value === account) ?? {}
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading title={TITLE} lead={words.lead} back={back} />
      <Stack narrow>
        {unpayable && (
          <Warning>
            <p>{unpayable}</p>
          </Warning>
        )}
        {existing && (
          <ExistingAutopayment
            account={account}
            existing={existing}
            canChooseOther={accounts.some((other) => !other.existing)}
          />
        )}
        <Form {...form.attributes} className={styles.form}>
          <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
          {consent && <input type="hidden" name="consentVersion" value={consent.version} />}
          <Stack>
            <Select {...form.control('account')} label="Лицевой счёт" options={accounts} />
            <RadioGroup {...form.control('rule')} label="Когда платить" options={rules} />
            <fieldset className={styles.monthly}>
              <legend>Если выбрана фиксированная сумма</legend>
              <Stack>
                <DayField control={form.control('day')} />
                <AmountField control={form.control('amount')} />
              </Stack>
            </fieldset>
            <LimitField control={form.control('limit')} />
            <KindChoice control={form.control('kind')} kinds={kinds} />
            <Checkbox
              {...consentBox}
              defaultChecked={consented === 'on'}
              label={
                <>
                  Даю согласие на автоматические списания на условиях{' '}
                  <Link to={paths.autopayAgreement} newWindow>
                    соглашения об автоплатежах
                  </Link>
                  {consent?.inWords && `, редакция от ${consent.inWords}`}
                </>
              }
            />
            <Stack gap="small">
              <SubmitButton size="large" pendingText={words.pending}>
                Подключить автоплатёж
              </SubmitButton>
              <SecurityNote>{words.note}</SecurityNote>
            </Stack>
          </Stack>
        </Form>
      </Stack>
    </>
  )
}

/** The same page for a customer without accounts. */
export function NoAccountToPay() {
  return (
    <>
      <PageHeading title={TITLE} back={back} />
      <FirstAccount>После этого для него можно будет подключить автоплатёж.</FirstAccount>
    </>
  )
}

interface ExistingAutopaymentProps {
  account: string
  existing: Existing
  /** Whether the customer has an account without an autopayment. */
  canChooseOther: boolean
}

/** Shown instead of the form when the account has an autopayment, active or paused: words with a link to it. */
function ExistingAutopayment({ account, existing, canChooseOther }: ExistingAutopaymentProps) {
  return (
    <Panel tone="accent">
      {existing.status === 'active' ? (
        <p>
          По лицевому счёту {account} автоплатёж уже подключён, второй не понадобится.{' '}
          <Link to={existing.to}>Посмотреть автоплатёж</Link>
        </p>
      ) : (
        <p>
          По лицевому счёту {account} автоплатёж приостановлен. Подключать новый не нужно: этот можно
          возобновить. <Link to={existing.to}>Перейти к автоплатежам</Link>
        </p>
      )}
      {canChooseOther && <p>Выберите другой лицевой счёт, если хотите подключить автоплатёж по нему.</p>}
    </Panel>
  )
}
