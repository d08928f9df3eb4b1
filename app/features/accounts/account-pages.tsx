import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/stack/stack'
import type { AccountsPageView } from './accounts-page'

/** Which accounts are shown, and links to the pages before and after. */
export function AccountPages({ page, filter }: { page: AccountsPageView; filter: string }) {
  const { count, number, pages, first, last } = page
  return (
    <nav aria-label="Страницы списка" data-print="hidden">
      <Stack>
        <p>
          Показаны лицевые счета {first}–{last} из {count}.
        </p>
        <Stack direction="row">
          {number > 1 && (
            <ButtonLink kind="secondary" to={paths.accountsFound(filter, number - 1)}>
              Предыдущие
            </ButtonLink>
          )}
          {number < pages && (
            <ButtonLink kind="secondary" to={paths.accountsFound(filter, number + 1)}>
              Следующие
            </ButtonLink>
          )}
        </Stack>
      </Stack>
    </nav>
  )
}
