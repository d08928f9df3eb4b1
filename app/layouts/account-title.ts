import type { AccountChoice } from './account-choice'

/** The title of a page about one account; it names the account where there are others: 'Оплата: Гараж, 5330001748'. */
export const titleOfAccount = (title: string, choices: readonly AccountChoice[] = []): string => {
  const current = choices.find(({ isCurrent }) => isCurrent)
  if (!current || choices.length < 2) return title
  return `${title}: ${current.title ? `${current.title}, ` : 'лицевой счёт '}${current.account}`
}
