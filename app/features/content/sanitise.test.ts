import fc from 'fast-check'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { dangerousAddress, wildAddress } from '../../../tests/support/wild-addresses'
import { sanitise } from './sanitise.server'

const publicUrl = new URL('https://portal.example')
const clean = (html: string) => sanitise(html, publicUrl)

describe('the text of a content page', () => {
  it('keeps its headings, paragraphs, lists and tables', () => {
    const html = [
      '<h2>Тарифы</h2><p>С <strong>1 июля</strong>, <em>кроме</em> связи.<br />Вот они:</p>',
      '<ul><li>вода</li></ul><ol start="3"><li value="5">тепло</li></ol><dl><dt>ИНН</dt><dd>5099003455</dd></dl>',
      '<table><caption>Цены</caption><thead><tr><th scope="col" colspan="2">Услуга</th></tr></thead>',
      '<tbody><tr><th scope="row">Вода</th><td rowspan="2">54,12</td></tr></tbody></table>',
      '<figure><img src="/plan.png" alt="План" width="640" height="480" loading="lazy" />',
      '<figcaption>План</figcaption></figure><details open><summary>Ещё</summary>да</details>',
      '<blockquote>м<sup>3</sup></blockquote><pre><code>a</code></pre><hr />',
      '<p lang="en"><abbr title="Value added tax">VAT</abbr> <time datetime="2026-07-01">1 July</time></p>',
    ].join('')
    expect(clean(html)).toBe(html)
  })

  it('turns h1 into h2, because the page has an h1', () => {
    expect(clean('<h1 id="about">О нас</h1>')).toBe('<h2 id="about">О нас</h2>')
  })

  it('loses its author’s styles', () => {
    expect(
      clean('<p class="hero" style="position:fixed" align="center"><font color="red">а</font></p>'),
    ).toBe('<p>а</p>')
  })

  it('keeps the text of removed elements', () => {
    expect(clean('<form action="/login"><label>Имя <input name="a"></label><button>Да</button></form>')).toBe(
      'Имя Да',
    )
  })

  it('closes what its author left open', () => {
    expect(clean('</div></main></body><p>а<b>б')).toBe('<p>а<b>б</b></p>')
  })

  it('limits the spans of a table', () => {
    expect(clean('<table><tr><td colspan="1000" rowspan="x">а</td></tr></table>')).toBe(
      '<table><tr><td>а</td></tr></table>',
    )
  })

  it('limits the depth of nesting', () => {
    expect(clean(`${'<div>'.repeat(5000)}а`).length).toBeLessThan(1000)
  })

  it.each(['constructor', 'tostring', 'hasownproperty', 'valueof'])('survives the tag name %s', (name) => {
    expect(clean(`<p ${name}="1">а</p><${name}>б</${name}>`)).toBe('<p>а</p>б')
  })
})

describe('links of a content page', () => {
  it('to this site stay relative', () => {
    expect(clean('<a href="/tariffs" target="_top" rel="opener" ping="/x" download>а</a>')).toBe(
      '<a href="/tariffs">а</a>',
    )
  })

  it('to another site are marked as external', () => {
    expect(clean('<a href="https://dom.gosuslugi.ru/">а</a>')).toBe(
      '<a href="https://dom.gosuslugi.ru/" rel="noopener">а</a>',
    )
  })

  it.each([
    'javascript:alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script&colon;alert(1)',
    'java&NewLine;script:alert(1)',
    'java\u0000script:alert(1)',
    ' &#1; javascript:alert(1)',
    'data:text/html,1',
    'vbscript:1',
    'blob:https://portal.example/1',
  ])('become plain text when they are %j', (href) => {
    expect(clean(`<a href="${href}">а</a>`)).toBe('<span>а</span>')
  })
})

describe('pictures of a content page', () => {
  it('from other sites are replaced by their alternative text', () => {
    expect(clean('<p><img src="https://elsewhere.example/1.gif" alt="План <дома>">, дом</p>')).toBe(
      '<p><span>План &lt;дома&gt;</span>, дом</p>',
    )
  })

  it('load nothing in any other way', () => {
    const html =
      '<img src="/a.png" srcset="https://x.example/a 2x" sizes="1px" lowsrc="//x" usemap="#m" style="background:url(//x)">' +
      '<picture><source srcset="//x.example/b"><img alt="б"></picture><video poster="//x"><source src="//x"></video>' +
      '<link rel="stylesheet" href="//x"><base href="//x"><object data="//x"></object><embed src="//x">'
    expect(clean(html)).toBe('<img src="/a.png" alt="" loading="lazy" /><span>б</span>')
  })
})

describe('ids of a content page', () => {
  it('are kept, so that links to them work', () => {
    expect(clean('<h2 id="оплата-2026">а</h2><a name="top">б</a><a href="#top">в</a>')).toBe(
      '<h2 id="оплата-2026">а</h2><span id="top"></span><a href="#top">в</a>'.replace(
        '></span>',
        '>б</span>',
      ),
    )
  })

  it('are unique', () => {
    expect(clean('<p id="a">1</p><p id="a">2</p>')).toBe('<p id="a">1</p><p>2</p>')
  })

  it.each([
    'main',
    'announcements',
    'table_1',
    ':r1:',
    'process',
    '__remixContext',
    '$RC',
    'a b',
    '-a',
    'A',
    '',
  ])('are never %j, which the portal uses', (id) => {
    expect(clean(`<p id="${id}">а</p>`)).toBe('<p>а</p>')
  })
})

const attacks = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT SRC=//x.example/x.js></SCRIPT>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<script\u000c>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img/src="/a.png"/onload=alert(1)>',
  '<img src="/a.png" alt="" \n onload\n=\nalert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>а</text></a></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1) /></svg>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">а</math>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<style>@import "//x.example"</style><style><!--</style><script>alert(1)//--></script>',
  '<template><script>alert(1)</script></template>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<textarea></textarea><script>alert(1)</script>',
  '<select><option>&lt;script&gt;alert(1)&lt;/script&gt;</select>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="data:text/html,x"><embed src="javascript:alert(1)"></object>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">а</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>а</details>',
  '<div onpointerover=alert(1) tabindex=1 contenteditable role=alert aria-live=assertive>а</div>',
  '<marquee onstart=alert(1)>а</marquee>',
  '<body onload=alert(1)><html manifest="//x">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<a href="javascript:alert(1)" onclick="alert(1)">а</a>',
  '<a href=" javas&#99;ript:alert(1)">а</a>',
  '<a href="//x.example\\@portal.example">а</a>',
  '<p title="><script>alert(1)</script>">а</p>',
  "<abbr title='\"><img src=x onerror=alert(1)>'>а</abbr>",
  '<img alt="`onerror=alert(1)" src="/a.png?`">',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><?php echo 1 ?>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '＜script＞alert(1)＜/script＞',
  '<ſcript>alert(1)</ſcript>',
  '<\u212amg src=x onerror=alert(1)>',
  '<a\u2028href="javascript:alert(1)">а</a>',
  '<p __proto__=1 constructor=2>а</p>',
  '<p data-table tabindex=0 style="x" is="x-y" slot="z" popover nonce="n">а</p>',
  '<base target=_blank><link rel=prefetch href=//x>',
  '<a href="/a" id="process" name="__proto__">а</a>',
]

const voids = ['img', 'br', 'hr', 'wbr']
const mayStand =
  /^(h[2-6]|p|ul|ol|li|d[ltd]|table|caption|t(head|body|foot|r|h|d)|a|strong|em|[bisuqa]|su[bp]|small|mark|cite|code|kbd|pre|blockquote|[hbw]b?r|figure|figcaption|img|details|summary|section|address|abbr|time|span|div)$/
const mayBeSaid =
  /^(id|lang|href|rel|src|alt|width|height|loading|scope|colspan|rowspan|abbr|title|datetime|start|value|reversed|open)$/

/** Parses the result: text without angle brackets, allowed tags, each closed in order. */
const expectHarmless = (html: string) => {
  const open: string[] = []
  const rest = html.replace(
    /<(\/?)([a-z\d]+)((?: [a-z]+(?:="[^"<>]*")?)*)( \/)?>/g,
    (_, close: string, name: string, attributes: string, ends?: string) => {
      expect(name).toMatch(mayStand)
      if (close) expect(open.pop()).toBe(name)
      else if (ends) expect(voids).toContain(name)
      else open.push(name)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)) {
        expect(attribute).toMatch(mayBeSaid)
        if (attribute === 'href') {
          const { protocol } = new URL(value.replaceAll('&amp;', '&'), publicUrl)
          expect(protocol).toMatch(/^(https?|mailto|tel):$/)
        }
        if (attribute === 'src') expect(value).toMatch(/^\/(?!\/)/)
      }
      return ''
    },
  )
  expect(rest).not.toMatch(/[<>]/)
  expect(open).toEqual([])
}

describe('an attack in a content page', () => {
  it.each(attacks)('is neutralised: %s', (attack) => {
    expectHarmless(clean(attack))
    expectHarmless(clean(`<table><tr><td>${attack}`))
    expectHarmless(clean(`<p title="${attack}">${attack}</p>`))
  })

  it('is neutralised in any combination', () => {
    const scraps = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '<!--',
        '-->',
        '&',
        '&lt;',
        '<p',
        '</p>',
        '<a href=',
        '<td>',
        '\u0000',
      ),
      fc.constantFrom(
        '<svg>',
        '</svg>',
        '<math>',
        '<style>',
        '</style>',
        '<title>',
        '</title>',
        '<p>',
        '<table>',
        '<div>',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 10 }), (found) => {
        expectHarmless(clean(found.join('')))
      }),
      { numRuns: 1500 },
    )
  })
})

describe('a link in the text of a content page', () => {
  const escaped = (address: string) => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const inEntities = (address: string) => [...address].map((letter) => `&#${letter.codePointAt(0)};`).join('')
  const hrefsIn = (html: string) =>
    parse(clean(html))
      .querySelectorAll('a')
      .map((link) => link.getAttribute('href') ?? '')

  it.each([
    ['as it is', escaped],
    ['letter by letter', inEntities],
  ])('leads to a page, an e-mail or a phone call, whatever was written %s', (_, written) => {
    fc.assert(
      fc.property(fc.oneof(wildAddress, dangerousAddress), (address) => {
        for (const href of hrefsIn(`<p><a href="${written(address)}">да</a></p>`))
          expect(new URL(href, 'https://portal.example/help/bill').protocol).toMatch(/^(https?|mailto|tel):$/)
      }),
      { numRuns: 3000 },
    )
  })

  it('never runs a script', () => {
    fc.assert(
      fc.property(dangerousAddress, (address) => {
        for (const href of hrefsIn(`<p><a href="${inEntities(address)}">да</a></p>`))
          expect(new URL(href, 'https://portal.example/').origin).toBe('https://portal.example')
      }),
      { numRuns: 3000 },
    )
  })
})
