export const announcementRegions = { polite: 'announcements', assertive: 'urgent-announcements' } as const

const KEPT_MS = 10_000

/**
 * Has screen readers say the words once, in the browser only. Polite waits its turn; assertive interrupts and is for
 * errors. Each announcement is a paragraph of its own, so that two at once do not swallow one another.
 */
export function announce(text: string, politeness: keyof typeof announcementRegions = 'polite') {
  const region = document.getElementById(announcementRegions[politeness])
  if (!region) return
  const words = document.createElement('p')
  words.textContent = text
  region.append(words)
  setTimeout(() => words.remove(), KEPT_MS)
}
