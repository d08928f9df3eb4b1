import { Warning } from '../warning/warning'

/** Shown where a part of the page could not be loaded. `what` is in the accusative: 'сохранённые карты'. */
export function MissingPart({ what }: { what: string }) {
  return (
    <Warning>
      <p>Не удалось загрузить {what}. Обновите страницу.</p>
    </Warning>
  )
}
