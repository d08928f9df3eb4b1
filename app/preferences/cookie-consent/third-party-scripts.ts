import { routePattern, routerState } from '../../framework/browser-router'
import type { AllowedScripts } from './allowed-scripts'
import { reportedPath, reportedTitle } from './reported-page'

declare global {
  interface Window {
    ym?: Counter
  }
}

type Counter = ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number }

const TAG = 'https://mc.yandex.ru/metrika/tag.js'
const LAST_PATH = 'counted-path'

/** The address of the previous page. It may be secret, and a third-party script would send it. */
const referrer = document.referrer
Object.defineProperty(document, 'referrer', { value: '' })

let last: { page: string; counted: string } | null = null
let hasBadge = false

/** Loads the scripts that may be loaded, and reports the current page to the counter. */
export function loadThirdPartyScripts({ counter, badge }: AllowedScripts) {
  if (badge && !hasBadge) load(badge)
  hasBadge ||= Boolean(badge)
  if (counter) countPage(counter)
}

/** Reports a hit at the start and after each navigation to another page, but not for a rejected form. */
function countPage(id: number) {
  const state = routerState()
  const page = state.location.pathname + state.location.search
  if (last?.page === page) return
  const counted = reportedPath(state, routePattern)
  const referer = last?.counted ?? firstReferrer()
  last = { page, counted }
  saveLastPath(counted)
  counterOf(id)(id, 'hit', counted, { title: reportedTitle(document.title), referer })
}

function counterOf(id: number): Counter {
  if (window.ym) return window.ym
  // The counter's standard queue for calls made before its script is loaded.
  const counter: Counter = (...call) => {
    counter.a = [...(counter.a ?? []), call]
  }
  counter.l = Date.now()
  window.ym = counter
  counter(id, 'init', {
    defer: true,
    webvisor: false,
    clickmap: false,
    trackLinks: false,
    accurateTrackBounce: false,
    trackHash: false,
  })
  load(TAG)
  return counter
}

/** Another site's origin only; for this site the path that was reported before a full page load. */
function firstReferrer(): string {
  if (!referrer) return ''
  const { origin } = new URL(referrer)
  return origin === location.origin ? readLastPath() : origin
}

function load(src: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

// Without sessionStorage only the referrer is missing.
function saveLastPath(counted: string) {
  try {
    sessionStorage.setItem(LAST_PATH, counted)
  } catch {}
}

function readLastPath(): string {
  try {
    return sessionStorage.getItem(LAST_PATH) ?? ''
  } catch {
    return ''
  }
}
