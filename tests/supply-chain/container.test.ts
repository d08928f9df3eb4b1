import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lines = readFileSync('Dockerfile', 'utf8').split('\n')
/** Of the image that runs; the stage before it only builds. */
const image = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
const instructions = (name: string) => image.filter((line) => line.startsWith(`${name} `))

test('both stages have one base, pinned by its full version', () => {
  expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([
    'FROM $NODE_IMAGE AS build',
    'FROM $NODE_IMAGE',
  ])
  expect(lines.filter((line) => line.startsWith('ARG '))).toEqual([
    expect.stringMatching(/^ARG NODE_IMAGE=node:26\.\d+\.\d+-\w+-slim(@sha256:[0-9a-f]{64})?$/),
  ])
})

test('the image runs as a user who is not root, by number: Kubernetes knows no names', () => {
  expect(instructions('USER')).toEqual(['USER 1000:1000'])
  expect(image.indexOf('USER 1000:1000')).toBeLessThan(image.findIndex((line) => line.startsWith('CMD ')))
})

test('only the data folder belongs to that user', () => {
  expect(instructions('RUN')).toEqual(['RUN install -d -o node -g node -m 700 /data'])
  expect(instructions('COPY')).toEqual(['COPY --from=build /portal /portal'])
  expect(instructions('ADD')).toEqual([])
})

test('the image gets no package manager’s cache, no sources and no secret', () => {
  expect(image.join('\n')).not.toMatch(/npm |apt-get|\bARG\b|SECRET|PASSWORD/)
})

test('the documents give it settings that leave its folders alone', () => {
  const operating = readFileSync('docs/operating.md', 'utf8')
  const files = [...operating.matchAll(/--env-file (\S+)/g)].map(([, file]) => file)
  // That one is the settings of one box, with folders of its own.
  expect(files).toEqual(['container.env'])
})

test('the documents run it with a read-only file system and without capabilities', () => {
  const operating = readFileSync('docs/operating.md', 'utf8')
  for (const option of ['--read-only', '--cap-drop ALL', '--security-opt no-new-privileges', '--tmpfs /tmp'])
    expect(operating).toContain(option)
})
