import type { PaymentKind } from 'contract/payments'

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
