import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Field } from './field'

describe('a field', () => {
  it('is named by its label', () => {
    const html = renderToStaticMarkup(<Field id="f-email" name="email" label="Электронная почта" />)
    expect(html).toContain('<label class="')
    expect(html).toMatch(/for="f-email"/)
    expect(html).toMatch(/<input[^>]* name="email"[^>]* id="f-email"/)
  })

  it('without hint and errors refers to nothing and is not invalid', () => {
    const html = renderToStaticMarkup(<Field id="f" name="email" label="Почта" errors={[]} />)
    expect(html).not.toMatch(/aria-(describedby|invalid)/)
  })

  it('is described by its errors, then its hint, and every id exists', () => {
    const html = renderToStaticMarkup(
      <Field id="f" name="email" label="Почта" hint="Подсказка" errors={['Введите почту']} />,
    )
    expect(html).toContain('aria-describedby="f-error f-description"')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toMatch(/id="f-error"/)
    expect(html).toMatch(/id="f-description"/)
  })

  it('takes a form library’s attributes, and its own aria attributes win', () => {
    const html = renderToStaticMarkup(
      <Field
        {...{ 'aria-describedby': 'elsewhere', 'aria-invalid': true }}
        id="f"
        name="phone"
        label="Телефон"
        defaultValue="8 999"
        autoComplete="tel"
      />,
    )
    expect(html).not.toContain('elsewhere')
    expect(html).not.toContain('aria-invalid')
    expect(html).toContain('value="8 999"')
    expect(html).toContain('autoComplete="tel"')
  })
})
