import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs, SerializeFrom } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import styles from '~/features/autopayments/autopayments.module.css'
import { newAutopaymentForm } from '~/features/autopayments/autopayments.server'
import {
  accountOptions,
  agreementVersion,
  type ExistingAutopayment as Existing,
  newAutopaymentWords,
  redirectToAddAccount,
  rejectUnknownAutopaymentKey,
  respondToNewAutopayment,
} from '~/features/autopayments/new-autopayment.server'
import { AmountField, DayField, LimitField } from '~/features/autopayments/rule-fields'
import { returnAddresses } from '~/features/payments/begin-payment.server'
import { FirstAccount } from '~/layouts/first-account'
import { KindChoice, viewOfKinds } from '~/layouts/kind-choice'
import { rightsOf } from '~/layouts/page-account'
import { paths } from '~/paths'
import { idempotencyKeyOf, newIdempotencyKey, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { defaultOf, refuseWithout } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { kindsToChoose } from '~/server/upstream/features.server'
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

const TITLE = 'Новый автоплатёж'
const back = { to: paths.autopayments, text: 'Автоплатежи' }

export const handle = { access: 'user', secret: false, payment: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api, defaultAccount } = await requireUser(request, context)
  const [loaded, consent] = await Promise.all([
    loadBesideForm(context, Promise.all([api.load('accounts', { query: {} }), api.load('autopayments', {})])),
    agreementVersion(context),
  ])
  const { searchParams } = new URL(request.url)
  const kinds = viewOfKinds(kindsToChoose(await context.baseData.current()))
  const words = newAutopaymentWords(kinds.length > 0)
  const formState = { consent, kinds, words, idempotencyKey: newIdempotencyKey() }
  const isRejected = context.form.state === 'rejected'
  const postedAccount = isRejected ? ((await postedFields(context)).get('account') ?? '') : ''
  const postedOptions = postedAccount
    ? [{ value: postedAccount, title: postedAccount, existing: null, unpayable: null }]
    : []
  if (!loaded) return { accounts: postedOptions, account: postedAccount, ...formState }
  const [{ data: customerAccounts }, existing] = loaded
  if (!isRejected) refuseWithout('pay', customerAccounts, searchParams.get('account'))
  const payable = customerAccounts.filter((one) => rightsOf(one).pay)
  const options = accountOptions(payable, existing.data)
  // A rejected form keeps its account, even if the account was deleted meanwhile.
  const accounts = options.some(({ value }) => value === postedAccount)
    ? options
    : [...options, ...postedOptions]
  const fromAddress = searchParams.get('account')
  const account = fromAddress || defaultOf(payable, defaultAccount) || postedAccount
  if (fromAddress && !accounts.some(({ value }) => value === fromAddress) && !isRejected) {
    if (existing.data.some((one) => one.account === fromAddress))
      throw redirectToAddAccount(fromAddress, context)
    throw pageNotFound(request)
  }
  return account ? { accounts, account, ...formState } : null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const fields = await postedFields(context)
  const key = idempotencyKeyOf(fields)
  const kinds = kindsToChoose(await context.baseData.current())
  const form = await readForm(context, newAutopaymentForm(fields.get('rule'), kinds))
  if (!form.ok) return withKey(form.reply, key)
  const { idempotencyKey, ...autopayment } = form.value
  const submit = { reject: form.reject, key }
  if (!idempotencyKey) return rejectUnknownAutopaymentKey(submit)
  const result = await api.submit('newAutopayment', {
    idempotencyKey: key,
    body: { ...autopayment, ...returnAddresses(context.config, 'autopayment') },
  })
  return respondToNewAutopayment(result, submit, context)
}

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

export default function NewAutopaymentPage() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page ? <NewAutopayment page={page} reply={reply} /> : <NoAccountToPay />
}

interface NewAutopaymentProps {
  page: NonNullable<SerializeFrom<typeof loader>>
  reply: FormReply | undefined
}

/** The form of a new autopayment: account, rule, limit and consent. */
function NewAutopayment({ page, reply }: NewAutopaymentProps) {
  const { accounts, account, consent, kinds, words, idempotencyKey } = page
  const form = usePostForm<ReturnType<typeof newAutopaymentForm>>(
    'new-autopayment',
    names.filter((name) => name !== 'kind' || kinds.length > 0),
    reply,
    { account, rule: 'invoice' },
  )
  const { defaultValue: consentValue, ...consentBox } = form.control('consent')
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
          <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
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
              defaultChecked={consentValue === 'on'}
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
function NoAccountToPay() {
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

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(TITLE, args)
