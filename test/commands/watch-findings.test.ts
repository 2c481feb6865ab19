import { expect, test } from 'bun:test'
import { watchFindings } from '../../src/commands/doctor/watch-findings.ts'
import type { Finding } from '../../src/domain/operator/finding.ts'
import { createManualClock } from '../support/manual-clock.ts'

test('decision "Alarms": doctor --watch prints what is new and what is no longer wrong, and nothing for a figure that differs', async () => {
  const [good, room]: Finding[] = [
    { level: 'ok', text: 'the node answers in 12 ms' },
    { level: 'warn', text: '5.1 GiB are free', fix: 'enlarge the disk' },
  ]
  const looks: Finding[][] = [
    [{ ...good!, text: 'the node answers in 340 ms' }, room!],
    [{ level: 'fail', text: 'the node does not answer', fix: 'replace it' }, room!],
    [good!],
  ]
  const clock = createManualClock()
  const printed: string[] = []
  const look = async () => {
    const found = looks.shift()
    if (!found) throw new Error('no further look')
    return found
  }
  const ended = watchFindings({ look, clock, print: (line) => void printed.push(line) }, [good!, room!])
  await clock.advance(60_000)
  expect(printed).toEqual([])
  await clock.advance(60_000)
  expect(printed).toEqual(['\n2026-11-21T00:02:00.000Z\nfail  the node does not answer\n      fix: replace it'])
  await clock.advance(60_000)
  expect(printed.slice(1)).toEqual([
    '\n2026-11-21T00:03:00.000Z\nok    the node answers in 12 ms\ngone  the node does not answer\ngone  5.1 GiB are free',
  ])
  ended.catch(() => {})
  await clock.advance(60_000)
  await expect(ended).rejects.toThrow('no further look')
})
