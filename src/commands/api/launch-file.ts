import { dataOf, type DryRunResponse, type LaunchRequest } from '../../../clients/typescript/src/agent-launch-client.ts'
import { toBase64 } from '../../lib/bytes.ts'
import { amountText, percentText } from './amount-text.ts'
import type { ServiceCall } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import { readText } from './read-secret.ts'

/**
 * The launch that a file describes, or standard input for `-`, with the picture of another file in it.
 * @throws CommandMisused when no file is named, or it holds no JSON object
 */
export async function launchFile(path: string | undefined, picture: string | undefined): Promise<LaunchRequest> {
  if (path === undefined) throw new CommandMisused('Name a FILE with the launch as JSON, or say - for standard input.')
  const text = await readText(path)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new CommandMisused(`${path === '-' ? 'Standard input' : path} is no JSON.`)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new CommandMisused('A launch is a JSON object: {"name": …}.')
  const image = picture === undefined ? {} : { imageBase64: toBase64(await Bun.file(picture).bytes()) }
  return { ...body, ...image } as LaunchRequest
}

/** Asks what the launch will do, and shows it. */
export async function showPlan({ client, say, table }: ServiceCall, body: LaunchRequest): Promise<DryRunResponse> {
  const plan = dataOf(await client.POST('/api/agent/launch/dry-run', { body }))
  const { dryRunId, shareholders, cost, lockPath, expiresAt, warnings, vibe } = plan
  say(`dry-run   ${dryRunId}, until ${expiresAt}`)
  say(`text      ${vibe}`)
  say(`cost      ${cost ? amountText(cost.total) : 'not known'}; path ${lockPath}`)
  for (const warning of warnings) say(`warning   ${warning}`)
  table(
    ['role', 'handle', 'share', 'wallet'],
    shareholders.map(({ role, handle, bps, wallet }) => [role, handle, percentText(bps), wallet]),
  )
  return plan
}
