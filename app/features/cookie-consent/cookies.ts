/** The visitor's choice as pages see it. Without counter and badge there is nothing to choose. */
export interface Cookies {
  choice: 'all' | 'necessary' | null
  hasCounter: boolean
  hasBadge: boolean
}

/** What is loaded after consent, in the accusative. */
export const whatIsLoaded = ({ hasCounter, hasBadge }: Cookies) =>
  [hasCounter && 'счётчик посещений «Яндекс Метрика»', hasBadge && 'знак доверия портала Госуслуг']
    .filter(Boolean)
    .join(' и\u00a0')
