/** The portal's logo, a doorway. The favicon has the same drawing. */
export function SiteMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M9 24V14.5a7 7 0 0 1 14 0V24" />
        <path d="M14.5 24v-8.5a1.5 1.5 0 0 1 3 0V24" />
      </g>
    </svg>
  )
}
