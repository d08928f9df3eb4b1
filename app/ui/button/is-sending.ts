type Navigation = {
  formMethod?: string | undefined
  formAction?: string | undefined
  formData?: FormData | undefined
}

/** Whether the current navigation is a submission (not a GET) to this action with these values. */
export function isSending(
  navigation: Navigation,
  action: string,
  values: Record<string, string> = {},
): boolean {
  const { formMethod, formAction, formData } = navigation
  if (!formMethod || !formAction || !formData || formMethod.toUpperCase() === 'GET') return false
  return (
    path(formAction) === path(action) &&
    Object.entries(values).every(([name, value]) => formData.get(name) === value)
  )
}

function path(action: string): string {
  return new URL(action, 'https://site.invalid').pathname
}
