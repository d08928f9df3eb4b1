/** What a page knows of the visitor's choice; there is nothing to choose where neither counter nor badge is set up. */
export interface Cookies {
  choice: 'all' | 'necessary' | null
  hasCounter: boolean
  hasBadge: boolean
}

/** What is loaded from elsewhere after consent, in the accusative. */
export const whatIsLoaded = ({ hasCounter, hasBadge }: Cookies) =>
  [hasCounter && 'счётчик посещений «Яндекс Метрика»', hasBadge && 'знак доверия портала Госуслуг']
    .filter(Boolean)
    .join(' и\u00a0')
