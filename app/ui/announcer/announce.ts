export const announcementRegions = { polite: 'announcements', assertive: 'urgent-announcements' } as const

const KEPT_MS = 10_000

/**
 * Makes screen readers say a text once; in the browser only. Polite waits for other speech; assertive interrupts and is
 * for errors. Each announcement is a paragraph of its own, so that two at once are both read.
 */
export function announce(text: string, politeness: keyof typeof announcementRegions = 'polite') {
  const region = document.getElementById(announcementRegions[politeness])
  if (!region) return
  const words = document.createElement('p')
  words.textContent = text
  region.append(words)
  setTimeout(() => words.remove(), KEPT_MS)
}
