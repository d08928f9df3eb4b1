/**
 * Prepares the history entries that the browser makes for links within a page. The router keeps one scroll position for
 * all entries without a key, and throws on a hash that cannot be decoded, such as `#50%`. Call this before the router is
 * created, so that the router's listener runs later.
 */
export function adoptHashEntries() {
  adoptEntry()
  addEventListener('popstate', adoptEntry)
}

function adoptEntry() {
  const state = history.state ?? { usr: null, key: Math.random().toString(36).slice(2, 10), idx: null }
  const hash = isDecodable(location.hash) ? location.hash : location.hash.replaceAll('%', '%25')
  if (state !== history.state || hash !== location.hash) history.replaceState(state, '', hash || undefined)
}

function isDecodable(hash: string): boolean {
  try {
    decodeURIComponent(hash)
    return true
  } catch {
    return false
  }
}
