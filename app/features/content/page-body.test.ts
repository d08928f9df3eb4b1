import { describe, expect, it } from 'vitest'
import { readPageBody } from './page-body.server'

const publicUrl = new URL('https://portal.example')
const read = (html: string) => readPageBody(html, publicUrl)
const allOf = (html: string) => {
  const { intro, sections } = read(html)
  return intro + sections.map((section) => section.html).join('')
}

describe('the sections of a content page', () => {
  it('begin at top-level h2 elements', () => {
    expect(read('<p>а</p><h2>Б &amp; <em>в</em></h2><p>г</p><h3>д</h3><h2 id="e">Е</h2>')).toEqual({
      intro: '<p>а</p>',
      sections: [
        {
          id: 'б-в',
          heading: 'Б\u00a0& в',
          html: '<h2 id="б-в">Б\u00a0&amp; <em>в</em></h2><p>г</p><h3 id="д">д</h3>',
        },
        { id: 'e', heading: 'Е', html: '<h2 id="e">Е</h2>' },
      ],
    })
  })

  it('never split an element', () => {
    const html = '<div><p>а<br />б</p><h2 id="в">в</h2></div>'
    expect(read(html)).toEqual({ intro: html, sections: [] })
  })

  it('are found after void elements such as pictures and line breaks', () => {
    expect(read('<p>а<br>б<wbr><img src="/a.png"></p><hr><h2>в</h2>').sections).toHaveLength(1)
  })

  it('may be the whole text, or missing', () => {
    expect(read('<h2>а</h2>').intro).toBe('')
    expect(read('')).toEqual({ intro: '', sections: [] })
  })
})

describe('a table of a content page', () => {
  it('scrolls in a box named by its caption', () => {
    expect(allOf('<table><caption lang="ru">Цены</caption><tr><td>1</td></tr></table>')).toBe(
      '<div data-table="" role="group" tabindex="0" aria-labelledby="table_1"><table>' +
        '<caption id="table_1">Цены</caption><tr><td>1</td></tr></table></div>',
    )
  })

  it('keeps its caption’s id', () => {
    expect(allOf('<table id="t"><caption id="prices">Цены</caption></table>')).toContain(
      'aria-labelledby="prices"><table id="t"><caption id="prices">Цены',
    )
  })

  it('is named by the preceding heading when it has no caption', () => {
    const html = allOf(
      '<h2>А</h2><h3>Цены «в "розницу"» &amp; <b>опт</b></h3><table><tr><td>1</td></tr></table>',
    )
    expect(html).toContain('aria-label="Таблица: Цены «в &quot;розницу&quot;» &amp; опт"><table>')
  })

  it('has a generic name without caption and heading', () => {
    expect(allOf('<table></table>')).toContain('aria-label="Таблица"><table></table></div>')
  })

  it('may contain another table', () => {
    const html = allOf('<table><tr><td><table><caption>в</caption></table></td></tr></table>')
    expect(html.match(/<div /g)).toHaveLength(2)
    expect(html.match(/<\/div>/g)).toHaveLength(2)
  })
})

describe('a link of a content page', () => {
  it('to another site is marked as external, for screen readers too', () => {
    expect(allOf('<a href="https://x.example/">а <b>б</b></a>')).toMatch(
      /^<a href="https:\/\/x\.example\/" rel="noopener">а <b>б<\/b><span[^>]*><svg.*другой сайт.*<\/a>$/,
    )
  })

  it('to this site is not marked', () => {
    expect(allOf('<a href="/a">а</a><a href="tel:104">б</a>')).toBe(
      '<a href="/a">а</a><a href="tel:104">б</a>',
    )
  })
})

it('sanitises the same text separately for each PUBLIC_URL', () => {
  const html = '<a href="https://one.example/a">а</a>'
  expect(readPageBody(html, new URL('https://one.example')).intro).toBe('<a href="/a">а</a>')
  expect(readPageBody(html, new URL('https://two.example')).intro).toContain('rel="noopener"')
})
