import { Form } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'
import { useCurrentNavigation } from '~/framework/current-navigation'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { DecimalField } from '~/ui/field/field'
import { useErrorTitle } from '~/ui/post-form/page-answer'
import { Stack } from '~/ui/stack/stack'
import styles from './basket.module.css'
import { MANY_ACCOUNTS, sumOfParts } from './basket-part'
import type { AccountToChoose, RefusedChoice } from './basket-view'

const AMOUNT_ID = 'choose-amount'
const accountId = (index: number) => `choose-account-${index}`

interface RefusedChoiceSummaryProps {
  refused: RefusedChoice
  /** Whether the page has the fields of the choice. */
  hasFields: boolean
}

/** Why the choice was refused, with the groups that may be paid in its place. */
export function RefusedChoiceSummary({ refused, hasFields }: RefusedChoiceSummaryProps) {
  useErrorTitle(refused)
  const { amount, accounts, words, groups } = refused
  const at = (fieldId: string) => (text: string) => ({ text, ...(hasFields && { fieldId }) })
  const errors = [
    ...words.map((text) => ({ text })),
    ...accounts.map(at(accountId(0))),
    ...amount.map(at(AMOUNT_ID)),
  ]
  return (
    <ErrorSummary errors={errors} answer={refused}>
      {groups.length > 0 && (
        <Stack gap="small">
          {groups.map(({ text, to }, index) => (
            <ButtonLink key={to} to={to} kind={index === 0 ? 'primary' : 'secondary'}>
              {text}
            </ButtonLink>
          ))}
        </Stack>
      )}
    </ErrorSummary>
  )
}

export interface ChooseAccountsProps {
  choices: readonly AccountToChoose[]
  /** How many accounts are shown, if those without a debt are left out. */
  leftOut: string | null
  /** As typed. */
  amount: string
  /** Matches this amount alone, so that the styles notice another typed amount. */
  amountPattern: string | undefined
  refused: RefusedChoice | null
  /** Whether the accounts are folded: the chosen ones are listed below with their amounts. */
  isFolded: boolean
  element: RefObject<HTMLFormElement>
  /** Loads the page of another choice, by its query. */
  follow: (query: string) => void
}

/** Whether the choice differs from the one that the page was drawn with. */
export const isChoiceChanged = (form: HTMLFormElement | null) =>
  form !== null &&
  [...form.querySelectorAll('input')].some(
    (input) => input.checked !== input.defaultChecked || input.value !== input.defaultValue,
  )

/** Waits until a sum is typed, or several boxes are ticked. */
const DELAY_MS = 300

/** Loads the page of a changed choice if the page shows its sum. Waits while the typed amount is incomplete. */
const useFollow = ({
  element,
  isFolded,
  follow,
}: Pick<ChooseAccountsProps, 'element' | 'isFolded' | 'follow'>) => {
  const currentNavigation = useCurrentNavigation()
  const timer = useRef<ReturnType<typeof setTimeout>>()

  function followChoice() {
    const form = element.current
    // While a payment is being sent its page stays.
    if (!form || !isChoiceChanged(form) || currentNavigation()?.state !== 'idle') return
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const query = new URLSearchParams(fields)
    const amount = query.get('amount')?.trim()
    if (query.has('account') && (!amount || sumOfParts([amount]))) follow(String(query))
  }

  function followSoon() {
    clearTimeout(timer.current)
    if (isFolded) timer.current = setTimeout(followChoice, DELAY_MS)
  }

  // The browser keeps what was chosen before the scripts ran, without an event.
  useEffect(() => {
    element.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [element])
  useEffect(() => () => clearTimeout(timer.current), [])

  return followSoon
}

/** A GET form: a choice of accounts has an address of its own. */
export function ChooseAccounts({
  choices,
  leftOut,
  amount,
  amountPattern,
  refused,
  isFolded,
  element,
  follow,
}: ChooseAccountsProps) {
  const followSoon = useFollow({ element, isFolded, follow })
  const accounts = <AccountTicks choices={choices} leftOut={leftOut} refused={refused} />
  // Also folded for a long list of amounts, which needs the room.
  const isLong = choices.length > MANY_ACCOUNTS
  const rest = (
    <>
      <DecimalField
        id={AMOUNT_ID}
        name="amount"
        label="Сколько заплатить всего, ₽"
        hint="Если не указать, весь долг. Если меньше, сначала закроем самые старые долги"
        optional
        defaultValue={amount}
        placeholder=" "
        pattern={amountPattern}
        errors={refused?.amount}
      />
      <div>
        <Button kind="secondary">Рассчитать</Button>
      </div>
    </>
  )
  return (
    <Form
      method="get"
      action={paths.paySeveral()}
      ref={element}
      className={styles.choose}
      data-folded={isFolded}
      noValidate
      onInput={followSoon}
    >
      {isFolded ? (
        <Disclosure summary="Выбрать другие лицевые счета">
          <Stack gap="small">
            {accounts}
            {isLong && rest}
          </Stack>
        </Disclosure>
      ) : (
        accounts
      )}
      {!(isFolded && isLong) && rest}
    </Form>
  )
}

function AccountTicks({
  choices,
  leftOut,
  refused,
}: Pick<ChooseAccountsProps, 'choices' | 'leftOut' | 'refused'>) {
  return (
    <fieldset className={styles.accounts}>
      <legend className={styles.legend}>За какие лицевые счета заплатить</legend>
      {leftOut && <p>{leftOut}</p>}
      {choices.map((choice, index) => (
        <Checkbox
          key={choice.account}
          id={accountId(index)}
          name="account"
          value={choice.account}
          label={
            <>
              {choice.name} <span className={styles.fact}>{choice.facts}</span>
            </>
          }
          defaultChecked={choice.isChosen}
          // The errors are about the whole choice: the summary links to its first account.
          errors={index === 0 ? refused?.accounts : undefined}
        />
      ))}
    </fieldset>
  )
}
