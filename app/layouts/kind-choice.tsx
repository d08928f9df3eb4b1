import type { Control } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import './kind-choice.css'
import type { KindView } from './kind-view.server'

interface KindChoiceProps {
  control: Control
  /** Empty: there is nothing to choose. */
  kinds: readonly KindView[]
}

/** What to pay with on the bank's side. Hidden while a saved method is chosen, which needs no kind. */
export function KindChoice({ control, kinds }: KindChoiceProps) {
  const chosen = kinds.find(({ value }) => value === control.defaultValue) ?? kinds[0]
  if (!chosen) return null
  return <RadioGroup {...control} defaultValue={chosen.value} label="Способ оплаты" options={kinds} />
}
