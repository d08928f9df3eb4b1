import { fillPlaceholders } from 'format/placeholders'
import type { Letter, LetterCompany, LetterSite } from './letter'
import type { LetterFacts, LetterKind } from './letter-facts'

interface LetterLink {
  label: string
  /** A path of the portal. */
  path: string
}

/** A paragraph, a button, or a secondary link. */
export type LetterBlock = string | { button: LetterLink } | { link: LetterLink }

/** The content of a letter, in reading order; customers' values need no escaping. */
interface LetterContent<Kind extends LetterKind> {
  kind: Kind
  /** The facts of the first paragraph, for a company that writes its own words. */
  facts: LetterFacts<Kind>
  subject: string
  heading: string
  /** The first paragraph. */
  intro: string
  body: readonly LetterBlock[]
}

/** A letter in its final words. */
interface Words {
  subject: string
  heading: string
  blocks: readonly LetterBlock[]
}

const FONT = 'font-family:Arial,Helvetica,sans-serif'
const INK = '#10201e'
const QUIET = '#43514f'
const GROUND = '#f3f7f6'

const addressOf = ({ publicUrl }: LetterSite, path: string) => `${publicUrl.replace(/\/+$/, '')}${path}`

function asText(site: LetterSite, { blocks }: Words, { greeting, signature, footer }: LetterCompany): string {
  const link = ({ label, path }: LetterLink) => `${label}:\n${addressOf(site, path)}`
  const parts = blocks.map((block) => {
    if (typeof block === 'string') return oneLine(block)
    return link('button' in block ? block.button : block.link)
  })
  const signatureText = ['—', ...signature.map(oneLine), addressOf(site, '/')].join('\n')
  return `${[oneLine(greeting), ...parts, signatureText, oneLine(footer)].join('\n\n')}\n`
}

const paragraph = (html: string, color = INK) =>
  `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:${color}">${html}</p>`

const anchor = (href: string, label: string, accent: string) =>
  `<a href="${escapeHtml(href)}" style="color:${accent};word-break:break-word">${escapeHtml(label)}</a>`

const button = (href: string, label: string, accent: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td bgcolor="${accent}" style="border-radius:12px">
<a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 24px;${FONT};font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
${paragraph(`Если кнопка не работает, скопируйте адрес в строку браузера:<br>\n${anchor(href, href, accent)}`, QUIET)}`

function asHtml(
  site: LetterSite,
  { subject, heading, blocks }: Words,
  { accent, greeting, signature, footer }: LetterCompany,
): string {
  const parts = blocks.map((block) => {
    if (typeof block === 'string') return paragraph(escapeHtml(oneLine(block)))
    if ('button' in block) return button(addressOf(site, block.button.path), block.button.label, accent)
    return paragraph(anchor(addressOf(site, block.link.path), block.link.label, accent))
  })
  // Mail programs show this text beside the subject. Without it they would show the greeting.
  const preview = blocks.find((block) => typeof block === 'string') ?? ''
  const [first = '', ...others] = signature.map(oneLine)
  const signatureHtml = [anchor(addressOf(site, '/'), first, accent), ...others.map(escapeHtml)]
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(oneLine(subject))}</title>
</head>
<body style="margin:0;padding:0;background:${GROUND}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(oneLine(preview))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${GROUND}"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:560px;border-radius:12px"><tr>
<td align="left" style="padding:32px 24px 16px">
<h1 style="margin:0 0 16px;${FONT};font-size:24px;line-height:32px;color:${INK}">${escapeHtml(heading)}</h1>
${[paragraph(escapeHtml(oneLine(greeting))), ...parts].join('\n')}
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr>
<td align="left" style="padding:16px 24px;${FONT};font-size:14px;line-height:20px;color:${QUIET}">
${[...signatureHtml, escapeHtml(oneLine(footer))].join('<br>\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/**
 * Renders a letter as plain text and as simple HTML, in the company's words where it has its own, with its signature.
 * In the text each link has its own line.
 */
export function composeLetter<Kind extends LetterKind>(
  site: LetterSite,
  { kind, facts, subject, heading, intro, body }: LetterContent<Kind>,
): Letter {
  const company = site.company()
  const ownTexts = company.texts[kind]
  const fillFacts = (text: string | undefined) => text && fillPlaceholders(text, facts)
  const words = {
    subject: fillFacts(ownTexts?.subject) ?? subject,
    heading,
    blocks: [fillFacts(ownTexts?.intro) ?? intro, ...body],
  }
  return {
    kind,
    subject: oneLine(words.subject),
    text: asText(site, words, company),
    html: asHtml(site, words, company),
  }
}

const BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/** Text for a header: line breaks become spaces. */
function oneLine(text: string): string {
  return text.replace(BREAKS, ' ').trim()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
