import { isolated } from './isolated'
import { shownText } from './no-breaks'

/** What an account is called, as pages show it beside other words; null where it has no title. */
export const shownTitle = (title: string | null | undefined): string | null => {
  const shown = shownText(title)
  return shown && isolated(shown)
}
