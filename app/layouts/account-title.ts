import type { AccountChoice } from './account-choice'

/** The title of a page about one account; it names the account where there are others: 'Оплата: Гараж, 5330001748'. */
export const titleOfAccount = (title: string, choices: readonly AccountChoice[] = []): string =>
  titleWithAccount(title, choices.length > 1 ? choices.find(({ isCurrent }) => isCurrent) : null)

/** A title that always names its account: 'Автоплатёж: лицевой счёт 5330001748'. Null: it could not be loaded. */
export const titleWithAccount = (
  title: string,
  named: { account: string; title?: string | null } | null | undefined,
): string => {
  if (!named) return title
  return `${title}: ${named.title ? `${named.title}, ` : 'лицевой счёт '}${named.account}`
}

/** The title of a list's page: 'История платежей', from its second part on 'История платежей, более ранние'. */
export const titleOfPart = (title: string, isFurther: boolean) =>
  isFurther ? `${title}, более ранние` : title
