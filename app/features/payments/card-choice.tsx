import type { SavedMethod } from 'contract/payments'
import { formatCardExpiry, formatMethodTitle } from 'format/payment-method'
import { KindChoice, type KindView } from '~/layouts/kind-choice'
import { Checkbox } from '~/ui/checkbox/checkbox'
import type { Control } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { MissingPart } from '~/ui/warning/warning'
import type { PayingWords } from './paying-words.server'
import { NEW_METHOD } from './payment-fields'

interface CardChoiceProps {
  method: Control
  kind: Control
  saveMethod: Control
  methods: readonly CardView[]
  /** The saved cards could not be loaded. */
  lacksMethods: boolean
  kinds: readonly KindView[]
  words: PayingWords
}

/** Which saved method or kind of payment pays, and whether a new method is saved. */
export function CardChoice({
  method,
  kind,
  saveMethod,
  methods,
  lacksMethods,
  kinds,
  words,
}: CardChoiceProps) {
  const { defaultValue: ticked, ...box } = saveMethod
  const options = [{ value: NEW_METHOD, title: words.newMethod }, ...methods]
  // A card that was chosen may have been unlinked since.
  const chosen = options.find(({ value }) => value === method.defaultValue)
  return (
    <>
      {(methods.length > 0 || method.errors.length > 0) && (
        <RadioGroup
          {...method}
          defaultValue={chosen?.value ?? NEW_METHOD}
          label={words.methods}
          options={options}
        />
      )}
      {lacksMethods && <MissingPart what="сохранённые карты" />}
      <KindChoice control={kind} kinds={kinds} />
      <Checkbox {...box} {...words.save} defaultChecked={ticked !== undefined} />
    </>
  )
}

/** A saved card as a choice of a payment form. */
export interface CardView {
  value: string
  title: string
  hint: string | null
}

export const viewOfMethods = (methods: readonly SavedMethod[]): CardView[] =>
  methods.map(({ id, kind, title, expiresAt }) => ({
    value: id,
    title: formatMethodTitle(title) || (kind === 'sbp' ? 'СБП' : 'Карта'),
    hint: formatCardExpiry(expiresAt),
  }))

/** The chosen card of a rejected form, if the saved cards can't be loaded: the next submit is the same request. */
export const postedCard = (id: string | null): CardView[] =>
  id ? [{ value: id, title: 'Сохранённая карта', hint: null }] : []
