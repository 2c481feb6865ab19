import type { Finding } from '../../domain/operator/finding.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import type { Clock } from '../../ports/clock.ts'

/** A finding as `doctor` prints it. */
export const findingText = ({ level, text, fix }: Finding): string => `${level.padEnd(4)}  ${text}${fix ? `\n      fix: ${fix}` : ''}`

/** What a finding says, whatever the figures in it are: free bytes and milliseconds differ each time. */
const meaningOf = ({ level, text }: Finding): string => `${level} ${text.replaceAll(/\d+(?:\.\d+)?/g, '0')}`

/**
 * Looks again each minute, and prints what it finds that it did not find the time before, and what was wrong and is no longer. Never
 * ends; it is stopped from outside.
 * @throws whatever `look` throws
 */
export async function watchFindings(
  {
    look,
    clock,
    print,
  }: { look(): Promise<readonly Finding[]>; readonly clock: Pick<Clock, 'sleep' | 'nowMs'>; print(line: string): void },
  first: readonly Finding[],
): Promise<never> {
  for (let before = first; ;) {
    await clock.sleep(MINUTE_MS)
    const now = await look()
    const changed = [
      ...newIn(now, before).map(findingText),
      ...newIn(before, now)
        .filter(isWrong)
        .map(({ text }) => `gone  ${text}`),
    ]
    if (changed.length > 0) print(`\n${new Date(clock.nowMs()).toISOString()}\n${changed.join('\n')}`)
    before = now
  }
}

const newIn = (some: readonly Finding[], others: readonly Finding[]): readonly Finding[] => {
  const known = new Set(others.map(meaningOf))
  return some.filter((finding) => !known.has(meaningOf(finding)))
}

const isWrong = ({ level }: Finding): boolean => level !== 'ok'
