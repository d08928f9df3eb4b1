import { routePattern, routerState } from '../../framework/browser-router'
import type { AgreedScripts } from './agreed-scripts'
import { countedPath, countedTitle } from './counted-page'

declare global {
  interface Window {
    ym?: Counter
  }
}

type Counter = ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number }

const TAG = 'https://mc.yandex.ru/metrika/tag.js'
const LAST_PATH = 'counted-path'

let last: { pathname: string; counted: string } | null = null
let hasBadge = false

/** Loads the scripts that the visitor has agreed to, and reports the shown page to the counter. */
export function loadThirdPartyScripts({ counter, badge }: AgreedScripts) {
  if (badge && !hasBadge) load(badge)
  hasBadge ||= Boolean(badge)
  if (counter) countPage(counter)
}

/** One hit at the start, one after each change of the page; a form that came back has changed nothing. */
function countPage(id: number) {
  const state = routerState()
  if (last?.pathname === state.location.pathname) return
  const counted = countedPath(state, routePattern)
  const referer = last?.counted ?? firstReferrer()
  last = { pathname: state.location.pathname, counted }
  remember(counted)
  counterOf(id)(id, 'hit', counted, { title: countedTitle(document.title), referer })
}

function counterOf(id: number): Counter {
  if (window.ym) return window.ym
  // The counter's own way of taking calls before its script is there.
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

/** Of another site its origin alone; of this one the path that was counted before, by the whole page that led here. */
function firstReferrer(): string {
  if (!document.referrer) return ''
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? remembered() : origin
}

function load(src: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

// Where the browser keeps nothing for this site, a referrer is missing and no more.
function remember(counted: string) {
  try {
    sessionStorage.setItem(LAST_PATH, counted)
  } catch {}
}

function remembered(): string {
  try {
    return sessionStorage.getItem(LAST_PATH) ?? ''
  } catch {
    return ''
  }
}
