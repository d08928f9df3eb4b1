import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { AccountField, TextArea } from '~/ui/field/field-kinds'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { accountForm, qrForm } from './account-form.server'

import { PersonalPageHint } from './personal-page-hint'

interface ChooseAccountProps {
  /** The amount in the link, carried to the second step. */
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
