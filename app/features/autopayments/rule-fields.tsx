import { lastPaymentDay, paymentLimits } from 'contract/limits'
import { formatWholeRubles } from 'format/money'
import { DecimalField, Field } from '~/ui/field/field'
import type { Control } from '~/ui/post-form/use-post-form'

export function DayField({ control }: { control: Control }) {
  return (
    <Field
      {...control}
      label="День месяца"
      hint={`Число от 1 до ${lastPaymentDay}`}
      width="short"
      inputMode="numeric"
      autoComplete="off"
    />
  )
}

export function AmountField({ control }: { control: Control }) {
  return <DecimalField {...control} label="Сумма, ₽" hint="Копейки через запятую или точку" />
}

export function LimitField({ control }: { control: Control }) {
  return (
    <DecimalField
      {...control}
      label="Лимит одного списания, ₽"
      hint={`Больше этой суммы за раз не спишем: пропустим списание и напишем вам. От ${paymentLimits.least / 100} до ${formatWholeRubles(paymentLimits.most)}`}
    />
  )
}
