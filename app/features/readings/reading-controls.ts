import type { FormReply } from '~/ui/post-form/form-reply'
import type { PostForm } from '~/ui/post-form/use-post-form'
import { type ConfirmView, type MeterView, READINGS_FORM } from './readings-view'

export interface ReadingsFormState extends PostForm<string> {
  /** The id of the box that confirms the meter at this place. */
  confirmId(at: number): string
}

/** The state of the form of all meters. Its ids count the meters: an id of a meter may have any characters. */
export const readingsForm = (
  meters: readonly MeterView[],
  reply: FormReply | undefined,
  confirm: readonly ConfirmView[],
): ReadingsFormState => {
  const own = reply?.form === READINGS_FORM ? reply : undefined
  const errors = own?.submission.error ?? {}
  const typed = own?.submission.initialValue ?? {}
  const ids = new Map(
    meters.flatMap(({ zones }, at) =>
      zones.map(({ field, zone }) => [field, `${READINGS_FORM}-${at}-${zone}`] as const),
    ),
  )
  const confirmId = (at: number) => `${READINGS_FORM}-${at}-confirmed`
  const summaryOf = (name: string) => (errors[name] ?? []).map((text) => ({ text, fieldId: ids.get(name) }))
  const unseen = Object.keys(errors).filter((name) => !ids.has(name))
  return {
    attributes: { id: READINGS_FORM, method: 'post', noValidate: true },
    control: (name) => ({
      id: ids.get(name) ?? `${READINGS_FORM}-${name}`,
      name,
      errors: errors[name] ?? [],
      defaultValue: typeof typed[name] === 'string' ? typed[name] : undefined,
    }),
    errors: [
      ...unseen.flatMap(summaryOf),
      ...[...ids.keys()].flatMap(summaryOf),
      ...confirm.flatMap(({ meter, questions }) => {
        const at = meters.findIndex(({ id }) => id === meter)
        const { title = '' } = meters[at] ?? {}
        return questions.map(({ words }) => ({
          text: title ? `${title}. ${words}` : words,
          fieldId: at === -1 ? undefined : confirmId(at),
        }))
      }),
    ],
    reply: own,
    confirmId,
  }
}
