import './kind-choice.css'
import type { PaymentKind } from 'contract/payments'
import type { Control } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'

interface KindChoiceProps {
  control: Control
  /** Empty: there is nothing to choose. */
  kinds: readonly KindView[]
}

/** What to pay with on the bank's side. Hidden while a saved method is chosen, which needs no kind. */
export function KindChoice({ control, kinds }: KindChoiceProps) {
  const selectedKind = kinds.find(({ value }) => value === control.defaultValue) ?? kinds[0]
  if (!selectedKind) return null
  return <RadioGroup {...control} defaultValue={selectedKind.value} label="Способ оплаты" options={kinds} />
}

/** A kind of payment as a radio button. */
export interface KindView {
  value: PaymentKind
  title: string
  hint: string | null
}

const kinds: Readonly<Record<PaymentKind, Omit<KindView, 'value'>>> = {
  card: { title: 'Банковская карта', hint: null },
  sbp: { title: 'СБП', hint: 'По QR-коду или в приложении вашего банка' },
}

export const viewOfKinds = (toChoose: readonly PaymentKind[]): KindView[] =>
  toChoose.map((value) => ({ value, ...kinds[value] }))
