/** The visitor's choice as pages see it. Without a counter there is nothing to choose. */
export interface Cookies {
  choice: 'all' | 'necessary' | null
  hasCounter: boolean
  hasBadge: boolean
}

/** What is loaded from other sites, in the accusative. */
export const whatIsLoaded = ({ hasCounter, hasBadge }: Cookies) =>
  [hasCounter && 'счётчик посещений «Яндекс Метрика»', hasBadge && 'знак доверия портала Госуслуг']
    .filter(Boolean)
    .join(' и\u00a0')
