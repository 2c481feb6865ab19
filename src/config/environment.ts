import { Cron } from 'croner'
import { lamports } from '../domain/brands.ts'
import { parseSol } from '../domain/money/sol.ts'
import { Secret } from '../lib/secret.ts'

/** Reads variables one by one, each trimmed and empty as good as absent; what is wrong with them gathers in `problems`. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const problems: string[] = []
  const text = (name: string, standard: string): string => env[name]?.trim() || standard
  const optional = (name: string): string | null => env[name]?.trim() || null
  const secret = (name: string): Secret<string> | null => (optional(name) === null ? null : new Secret(optional(name)!))
  const list = (name: string): string[] =>
    text(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  const check = (ok: boolean, problem: string) => void (ok || problems.push(problem))
  const choice = <Choice extends string>(name: string, standard: Choice, choices: readonly Choice[]): Choice => {
    const value = text(name, standard) as Choice
    check(choices.includes(value), `${name} must be one of ${choices.join(', ')}`)
    return value
  }
  const whole = (name: string, standard: bigint): bigint => {
    const value = text(name, String(standard))
    check(/^\d{1,18}$/.test(value), `${name} must be a whole number of lamports`)
    return /^\d{1,18}$/.test(value) ? BigInt(value) : standard
  }

  const sol = (name: string, standard: string) => {
    const amount = parseSol(text(name, standard))
    check(amount !== null, `${name} must be an amount of SOL with at most 9 decimals`)
    return amount ?? lamports(0)
  }
  return { problems, text, optional, secret, list, check, choice, whole, sol }
}

/** True for a pattern that is due at least once more. */
export function isCronPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true, utcOffset: 0 }).nextRun() !== null
  } catch {
    return false
  }
}
