import { buildVersion, routerState } from '../framework/browser-router'

const FIRST_CHECK_MS = 1000
const EVERY_MS = 60 * 60 * 1000

/** Checks for a newer build: a second after the start, every hour, and when the visitor returns to the tab. */
export function watchForNewBuild() {
  const check = async () => {
    if ((await latestBuild()) !== buildVersion()) switchToDocumentNavigations()
  }
  if (!isVerySlow()) setTimeout(check, FIRST_CHECK_MS)
  setInterval(check, EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check()
  })
}

/** The id of the server's build, or the id of this page's build if the request fails. */
async function latestBuild(): Promise<string> {
  const own = buildVersion()
  try {
    const latest = await fetchJson('/builds/latest.json', { cache: 'no-cache' })
    const hasId = typeof latest === 'object' && latest !== null && 'id' in latest
    return hasId && typeof latest.id === 'string' ? latest.id : own
  } catch {
    return own
  }
}

const isVerySlow = () => {
  const { effectiveType = '', saveData = false } = navigator.connection ?? {}
  return saveData || /2g$/.test(effectiveType)
}

let isSwitched = false

/**
 * Makes links and forms load whole documents, as without scripts, so that the next page is of the new build. The open
 * page is not reloaded, not even by a jump within the page.
 */
function switchToDocumentNavigations() {
  if (isSwitched) return
  isSwitched = true
  const bypassScripts = (event: Event) => event.stopImmediatePropagation()
  addEventListener('click', (event) => isToOtherPage(event.target) && bypassScripts(event), true)
  addEventListener('submit', bypassScripts, true)
  addEventListener(
    'popstate',
    (event) => {
      if (pageAt(routerState().location) === pageAt(location)) return
      bypassScripts(event)
      location.reload()
    },
    true,
  )
}

const isToOtherPage = (target: EventTarget | null) => {
  const link = target instanceof Element ? target.closest('a') : null
  return link?.origin === location.origin && pageAt(link) !== pageAt(location)
}

const pageAt = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504]

/** GETs JSON. Retries once on a network error or a listed status; throws unless the last response is 2xx. */
export async function fetchJson(url: string, init?: Omit<RequestInit, 'method'>): Promise<unknown> {
  const first = await fetch(url, init).catch(() => null)
  const response = !first || RETRIED_STATUSES.includes(first.status) ? await fetch(url, init) : first
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}
