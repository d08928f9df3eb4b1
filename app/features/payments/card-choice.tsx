import { Checkbox } from '~/ui/checkbox/checkbox'
import { MissingPart } from '~/ui/missing-part/missing-part'
import type { Control } from '~/ui/post-form/use-post-form'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import type { CardView } from './card-view'
import { NEW_CARD } from './payment-fields'

interface CardChoiceProps {
  method: Control
  saveMethod: Control
  methods: readonly CardView[]
  /** The saved cards could not be loaded. */
  lacksMethods: boolean
}

/** Which card pays, and whether a new one is saved. */
export function CardChoice({ method, saveMethod, methods, lacksMethods }: CardChoiceProps) {
  const { defaultValue: ticked, ...box } = saveMethod
  // A card that was chosen may have been unlinked since.
  const chosen = methods.find(({ value }) => value === method.defaultValue) ?? NEW_CARD
  return (
    <>
      {(methods.length > 0 || method.errors.length > 0) && (
        <RadioGroup
          {...method}
          defaultValue={chosen.value}
          label="Чем платить"
          options={[NEW_CARD, ...methods]}
        />
      )}
      {lacksMethods && <MissingPart what="сохранённые карты" />}
      <Checkbox
        {...box}
        label="Сохранить карту для следующих платежей"
        hint={`${methods.length > 0 ? 'Только для новой карты. ' : ''}Отвязать её можно в любой момент`}
        defaultChecked={ticked !== undefined}
      />
    </>
  )
}
