import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ErrorSummary } from './error-summary'

describe('the error summary of a form', () => {
  it('is not rendered without errors', () => {
    expect(renderToStaticMarkup(<ErrorSummary errors={[]} />)).toBe('')
  })

  it('links to the fields without scripts', () => {
    const html = renderToStaticMarkup(
      <ErrorSummary errors={[{ fieldId: 'f-email', text: 'Введите почту' }]} />,
    )
    expect(html).toMatch(/<a [^>]*href="#f-email"[^>]*>Введите почту<\/a>/)
    expect(html).toContain('Проверьте, что введено')
  })

  it('does not say in the list what its heading says, and says all of it where nothing is about a field', () => {
    const whole = { text: 'Проверьте, что введено в форме.' }
    const drawn = renderToStaticMarkup(
      <ErrorSummary errors={[whole, { fieldId: 'f-email', text: 'Введите почту' }]} />,
    )
    expect(drawn.match(/Проверьте, что введено/g)).toHaveLength(1)
    expect(drawn.match(/<li>/g)).toHaveLength(1)
    expect(renderToStaticMarkup(<ErrorSummary errors={[whole]} />)).toContain(`<li>${whole.text}</li>`)
  })

  it('keeps a message that only begins like its heading', () => {
    const text = 'Не получилось списать деньги. Попробуйте другую карту.'
    expect(renderToStaticMarkup(<ErrorSummary errors={[{ text }]} />)).toContain(`<li>${text}</li>`)
  })

  it('has nothing under the list when what was given draws nothing', () => {
    const html = renderToStaticMarkup(
      <ErrorSummary errors={[{ text: 'Почта или пароль не подошли' }]}>
        {null}
        {undefined}
      </ErrorSummary>,
    )
    expect(html).toMatch(/<\/ul><\/div><\/div>$/)
  })

  it('can take focus, and its alert is inside the focused element', () => {
    const html = renderToStaticMarkup(<ErrorSummary errors={[{ text: 'Почта или пароль не подошли' }]} />)
    expect(html).toMatch(/^<div [^>]*tabindex="-1"[^>]*><div role="alert"/)
    expect(html).toContain('Не получилось')
  })
})
