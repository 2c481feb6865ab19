import { SECRET_TEXTS } from './people.ts'

/** What the service wrote while it ran. */
export interface LogWatch {
  /** Its address, once it listens. */
  readonly listening: Promise<string>
  /** Resolves when both outputs are closed. */
  readonly ended: Promise<void>
  /** Lines of level error, lines that hold a secret, and everything on standard error: each kind once, with how often, 50 kinds at most. */
  faults(): string[]
  /** Lines by level. */
  readonly lines: Map<string, number>
  /** Warnings by their message. */
  readonly warnings: Map<string, number>
  /** The newest lines. */
  tail(): readonly string[]
}

const FAULTS_MAX = 50
const SHOWN_MAX = 2_000
// A whole key or webhook secret, and not the letters that it begins with.
const GIVEN_SECRET = /svc_ak_[0-9A-Za-z]{20}|whsec_[0-9A-Za-z+/]{20}/

/** Reads every line that the service writes: what must never be in a log is looked for in each. */
export function watchLog({ stdout, stderr }: Record<'stdout' | 'stderr', ReadableStream<Uint8Array<ArrayBuffer>>>): LogWatch {
  const { promise: listening, resolve } = Promise.withResolvers<string>()
  const faults = new Map<string, { readonly line: string; count: number }>()
  const lines = new Map<string, number>()
  const warnings = new Map<string, number>()
  let newest: string[] = []
  const fault = (what: string, line: string) => {
    const kind = line.replaceAll(/"(time|requestId|keyId|ms|atMs|address|path)":("[^"]*"|[\d.]+)/g, '')
    const known = faults.get(kind)
    if (known) known.count += 1
    else if (faults.size < FAULTS_MAX) faults.set(kind, { line: `${what}: ${line.slice(0, SHOWN_MAX)}`, count: 1 })
  }
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

  const read = (line: string) => {
    newest.push(line.slice(0, SHOWN_MAX))
    if (newest.length > 200) newest = newest.slice(-20)
    const level = /"level":"(\w+)"/.exec(line)?.[1] ?? 'none'
    count(lines, level)
    if (level === 'error' || level === 'none') fault('log', line)
    if (level === 'warn') count(warnings, /"message":"([^"]*)"/.exec(line)?.[1] ?? '')
    if (SECRET_TEXTS.some((text) => line.includes(text)) || GIVEN_SECRET.test(line)) fault('a secret in the log', line)
    if (line.includes('"url":"http:')) resolve(/"url":"(http:[^"]+)"/.exec(line)![1]!)
  }
  const ended = Promise.all([
    eachLine(stdout, read),
    eachLine(stderr, (line) => {
      newest.push(line)
      fault('standard error', line)
    }),
  ]).then(() => {})
  return {
    listening,
    ended,
    faults: () => [...faults.values()].map(({ line, count }) => `${line} (${count} times)`),
    lines,
    warnings,
    tail: () => newest.slice(-20),
  }
}

async function eachLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>, read: (line: string) => void): Promise<void> {
  let rest = ''
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split('\n')
    rest = parts.pop()!
    for (const line of parts) if (line !== '') read(line)
  }
  if (rest !== '') read(rest)
}
