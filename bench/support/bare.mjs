/**
 * The baseline of the portal's measurements: only Express and React's stream. It renders the same tree as the portal,
 * element by element, because it is built from the portal's own HTML at start; before each page it makes the same
 * product API calls with global fetch.
 */
import express from 'express'
import { NodeType, parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { pages } from './pages.mjs'

const [portalUrl, apiUrl, portalCookie, apiCookie, defaultAccount] = process.argv.slice(2)

const VERBATIM = new Set(['script', 'style'])

/** A function that creates the element for each page, as a component does; the HTML is parsed once. */
const elementOf = (node, key) => {
  if (node.nodeType === NodeType.TEXT_NODE) {
    const { text } = node
    return () => text
  }
  const tag = node.rawTagName.toLowerCase()
  const props = { ...node.attributes, key }
  if (VERBATIM.has(tag)) props.dangerouslySetInnerHTML = { __html: node.innerHTML }
  const children = VERBATIM.has(tag) ? [] : node.childNodes.map(elementOf)
  if (children.length === 0) return () => createElement(tag, props)
  return () =>
    createElement(
      tag,
      props,
      children.map((child) => child()),
    )
}

const treeOf = async ({ path, signedIn }) => {
  const html = await (
    await fetch(portalUrl + path, { headers: signedIn ? { cookie: portalCookie } : {} })
  ).text()
  const root = parse(html).querySelector('html')
  return { Page: elementOf(root, 'page') }
}

const callApi = async (call) => {
  const [method, path] = call.startsWith('POST ') ? ['POST', call.slice(5)] : ['GET', call]
  const answer = await fetch(apiUrl + path.replace('{default}', defaultAccount), {
    method,
    headers: { accept: 'application/json', cookie: apiCookie, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  return answer.json()
}

const app = express()
for (const page of pages) {
  const { Page } = await treeOf(page)
  app.get(page.path, async (_, res) => {
    for (const step of page.calls) await Promise.all(step.map(callApi))
    const stream = renderToPipeableStream(createElement(Page), {
      onShellReady() {
        res.type('html')
        stream.pipe(res)
      },
    })
  })
}
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
