import { globSync, readFileSync } from 'node:fs'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints } from 'contract/endpoints'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as accounts from '~/features/accounts/account-forms.server'
import * as auth from '~/features/auth/auth.server'
import * as autopaymentButtons from '~/features/autopayments/autopayments.server'
import { changeAutopaymentForm, newAutopaymentForm } from '~/features/autopayments/autopayments.server'
import * as family from '~/features/family/access.server'
import * as invitations from '~/features/mailed-links/mailed-link.server'
import { confirmForm } from '~/features/mailed-links/mailed-link.server'
import { basketForm } from '~/features/payments/basket-form.server'
import * as guest from '~/features/payments/guest-payment.server'
import { personalPaymentForm } from '~/features/payments/personal-payment.server'
import * as profile from '~/features/profile/profile-forms.server'
import * as reminders from '~/features/reminders/reminders.server'
import * as sessions from '~/features/security/security.server'
import * as secondStep from '~/features/security/security.server'
import type { FormDefinition } from '~/server/forms/form-definition.server'
import { readForm } from '~/server/forms/read-form.server'
import { requestContextWith } from '../web/support/request-context'

type Form = Pick<FormDefinition, 'name' | 'schema'>

interface FormOfCall {
  form: Form
  call: EndpointName
  /** Fields of the form that are not as in the body: typed in another form, or no part of it. */
  own?: readonly string[]
}

const posted = new URLSearchParams()
const ofPayment = ['amount', 'kind', 'idempotencyKey']

/** The forms that send what was typed in the body of a call. */
const forms: readonly FormOfCall[] = [
  { form: auth.loginForm, call: 'login' },
  { form: auth.loginCodeForm, call: 'loginSecondStep' },
  { form: auth.registrationForm, call: 'registration' },
  { form: auth.forgotPasswordForm, call: 'forgotPassword' },
  { form: auth.resendForm, call: 'verifyEmailRequest' },
  { form: auth.newPasswordForm, call: 'changePassword' },
  { form: profile.profileForm, call: 'changeProfile' },
  { form: profile.passwordForm, call: 'changeProfilePassword' },
  { form: profile.newEmailForm, call: 'changeEmailRequest' },
  { form: secondStep.setupForm, call: 'secondStepSetup' },
  { form: secondStep.confirmForm, call: 'secondStepConfirm' },
  { form: secondStep.turnOffForm, call: 'secondStepOff' },
  { form: accounts.addAccountForm, call: 'addAccount' },
  { form: accounts.accountTitleForm, call: 'changeAccountTitle', own: ['account'] },
  { form: family.inviteForm, call: 'inviteToAccount' },
  { form: reminders.letterForm, call: 'changeReadingReminder', own: ['on'] },
  { form: reminders.invoiceLettersForm, call: 'changeInvoiceLetters', own: ['on'] },
  { form: guest.accountForm, call: 'payCheck', own: ['amount'] },
  { form: guest.guestPaymentForm(['card', 'sbp']), call: 'guestPayment', own: ofPayment },
  {
    form: personalPaymentForm(['card', 'sbp'], posted),
    call: 'personalPayment',
    own: [...ofPayment, 'account', 'seenBalance', 'confirmed'],
  },
  {
    form: basketForm(['1', '2'], { accountsAtOnce: 2, kinds: ['card'], fields: posted }),
    call: 'beginBasket',
    own: ['part-0', 'part-1', 'kind', 'idempotencyKey', 'confirmed'],
  },
  ...['invoice', 'monthly'].map(
    (rule): FormOfCall => ({
      form: newAutopaymentForm(rule, ['card', 'sbp']),
      call: 'newAutopayment',
      own: [...ofPayment, 'rule', 'day', 'limit'],
    }),
  ),
  ...['invoice', 'monthly'].map(
    (rule): FormOfCall => ({
      form: changeAutopaymentForm(rule),
      call: 'changeAutopayment',
      own: ['amount', 'day', 'limit'],
    }),
  ),
  { form: autopaymentButtons.setStatusForm, call: 'changeAutopayment', own: ['id', 'status'] },
]

/** Buttons, whose fields are in the address of a call or only in the portal. */
const withoutBody: readonly Form[] = [
  accounts.deleteAccountForm,
  accounts.setDefaultForm,
  autopaymentButtons.removeAutopaymentForm,
  autopaymentButtons.unlinkCardForm,
  family.closeAccessForm,
  family.confirmGrantForm,
  guest.qrForm,
  invitations.acceptForm,
  invitations.declineForm,
  confirmForm,
  reminders.endLinkForm,
  reminders.newLinkForm,
  sessions.endOtherSessionsForm,
  sessions.endSessionForm,
]

const bodyOf = (call: EndpointName) => {
  const { body }: Endpoint = endpoints[call]
  if (!(body instanceof z.ZodObject)) throw new Error(`${call} has no body`)
  return body
}

describe.each(forms.map((one) => [one.form.name, one.call, one] as const))(
  'the form %s of the call %s',
  (_, call, { form, own = [] }) => {
    const rules = Object.entries(form.schema.shape)
    const body: Record<string, unknown> = bodyOf(call).shape

    test('has the rules of the body, but for fields of its own', () => {
      const different = rules.filter(([field, rule]) => body[field] !== rule).map(([field]) => field)
      expect(different.sort()).toEqual([...own].sort())
    })
  },
)

const refusalsOf = async (form: Form, typed: string) => {
  const fields = Object.keys(form.schema.shape).map((field): [string, string] => [field, typed])
  const body = Buffer.from(new URLSearchParams(fields).toString())
  const rawForm = { contentType: 'application/x-www-form-urlencoded', body }
  const read = await readForm(requestContextWith({}, { rawForm }).context, form)
  return read.ok ? [] : Object.values(read.reply.data.submission.error ?? {}).flatMap((words) => words ?? [])
}

test.each(['', ' ', '\u00a0', '\u200b', '№', '-', '\0', '1', '🙂', 'x'.repeat(4_000)])(
  'whatever is typed into a form, as %j, is refused in Russian',
  async (typed) => {
    for (const form of [...forms.map(({ form }) => form), ...withoutBody]) {
      const refusals = await refusalsOf(form, typed)
      expect(
        refusals.filter((words) => !/[а-яё]/.test(words)),
        form.name,
      ).toEqual([])
    }
  },
)

test('every form is listed here', () => {
  const sources = globSync('app/**/*.{ts,tsx}', { exclude: ['app/server/forms/*'] })
  const declared = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bdefineForm\(/g)])
  // A form that depends on its posted rule is declared once.
  const listed = new Set([...forms.map(({ form }) => form), ...withoutBody])
  expect(declared).toHaveLength(listed.size - 2)
})
