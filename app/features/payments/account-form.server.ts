import { longestAccountNumber } from 'contract/limits'
import { payCheckBody } from 'contract/payments'
import { readPaymentQr } from 'format/payment-qr'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'

/** The first step: the account number. An amount from the link is carried to the second step. */
export const accountForm = defineForm({
  name: 'check',
  schema: payCheckBody.extend({ amount: z.string().max(100).optional().catch(undefined) }),
})

const notABill =
  'Это не текст платёжного QR-кода: он начинается с ST0001. Скопируйте его целиком или введите номер лицевого счёта.'
const noAccount = 'В этом QR-коде нет номера лицевого счёта. Введите номер из квитанции.'

/** The first step with the text of the bill's QR code. */
export const qrForm = defineForm({
  name: 'qr',
  schema: z.object({
    qr: z
      .string({ error: 'Вставьте текст QR-кода' })
      .max(4000, notABill)
      .transform((text, check) => {
        const read = readPaymentQr(text)
        if (read.ok && read.bill.account.length <= longestAccountNumber) return read.bill
        const isNoBill = !read.ok && read.reason === 'not-a-bill'
        check.addIssue({ code: 'custom', message: isNoBill ? notABill : noAccount })
        return z.NEVER
      }),
  }),
})
