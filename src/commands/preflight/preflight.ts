import { doctorFindings } from '../doctor/doctor.ts'
import { GO_LIVE_STEPS } from './go-live-steps.ts'
import { publicAddressFinding } from './public-address-finding.ts'
import { print } from '../print.ts'
import { createMachineTime } from '../../adapters/machine-time.ts'
import type { Environment } from '../../config/environment.ts'

/**
 * `preflight`: whether the first coin of a real chain may be launched with these settings, and else what is missing, in the order of
 * docs/go-live.md. Asks nodes, signers, database and the public address, and sends nothing. Exit code 1 while something is missing.
 */
export async function preflight(_args: readonly string[], env: Environment): Promise<number> {
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== ''
  const missing = GO_LIVE_STEPS.filter(({ oneOf }) => !oneOf.some((names) => names.every(isSet)))
  const found = await doctorFindings(env)
  const wrong = found.filter(({ level }) => level === 'fail')
  // Last, and of no use before: nothing can answer there.
  const address = missing.length + wrong.length === 0 ? [await publicAddressFinding(createMachineTime(), env)] : []
  const problems = [
    ...missing.map(({ oneOf, what }) => ({ text: `${oneOf.map((names) => names.join(' and ')).join(', or ')}: ${what}`, fix: undefined })),
    ...wrong,
    ...address.filter(({ level }) => level === 'fail'),
  ]
  for (const { text, fix } of found.filter(({ level }) => level === 'warn')) say('advice', text, fix)
  for (const [index, { text, fix }] of problems.entries()) say(`${index + 1}.`, text, fix)
  print(problems.length === 0 ? '\nReady to launch.' : `\nNot ready to launch: ${problems.length} thing(s) missing, first things first.`)
  return problems.length === 0 ? 0 : 1
}

const say = (mark: string, text: string, fix: string | undefined): void =>
  print(`${mark.padEnd(7)} ${text}${fix === undefined ? '' : `\n        fix: ${fix}`}`)
