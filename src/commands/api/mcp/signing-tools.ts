import { type KeypairSigner, newSigner, signTransactions } from '../../../../clients/typescript/src/agent-launch-client.ts'
import { type JsonObject, objectOf, type RpcMessage } from './post-message.ts'

/** A tool of this program: it asks one tool of the service for transactions, signs them, and hands them to another. */
interface SigningTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly prepare: string
  readonly submit: string
  /** The member that names what was prepared. */
  readonly id: 'launchId' | 'lockId'
  /** A coin is made, whose address signs too. */
  readonly mints: boolean
}

const TOOLS: readonly SigningTool[] = [
  {
    name: 'sign_and_launch',
    title: 'Launch, signed on this machine',
    description: 'Does prepare_launch and submit_signed with the wallet of this machine, which pays. Needs what prepare_launch needs.',
    prepare: 'prepare_launch',
    submit: 'submit_signed',
    id: 'launchId',
    mints: true,
  },
  {
    name: 'sign_and_lock',
    title: 'Lock a coin’s fees, signed on this machine',
    description: 'Does wire_fees and submit_lock with the wallet of this machine, which must have launched the coin.',
    prepare: 'wire_fees',
    submit: 'submit_lock',
    id: 'lockId',
    mints: false,
  },
]

const ANNOTATIONS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
const WALLETS = ['launcherPubkey', 'mintPubkey']

/** The signing tool of this name. */
export const signingTool = (name: unknown): SigningTool | undefined => TOOLS.find((tool) => tool.name === name)

/** The list of tools with those that sign; their arguments are those of what they prepare, without the wallets. */
export function withSigningTools(answer: RpcMessage): RpcMessage {
  const tools = answer.result?.tools
  if (!Array.isArray(tools)) return answer
  const listed = new Map(tools.map((tool: JsonObject) => [tool.name, tool]))
  const added = TOOLS.flatMap(({ name, title, description, prepare, submit }) => {
    const [from, to] = [listed.get(prepare), listed.get(submit)]
    if (!from || !to) return []
    const { properties, required, ...schema } = objectOf(from.inputSchema) ?? {}
    const kept = Object.fromEntries(Object.entries(objectOf(properties) ?? {}).filter(([member]) => !WALLETS.includes(member)))
    const needed = Array.isArray(required) ? required.filter((member: string) => !WALLETS.includes(member)) : []
    const inputSchema = { ...schema, properties: kept, required: needed }
    return [{ name, title, description, inputSchema, annotations: { title, ...ANNOTATIONS } }]
  })
  return { ...answer, result: { ...answer.result, tools: [...tools, ...added] } }
}

/**
 * The answer to a call of a signing tool. `ask` calls a tool of the service in the place of this call; what it refuses, or asks of the
 * person, is the answer as it is.
 */
export async function callSigningTool(
  { prepare, submit, id, mints }: SigningTool,
  signer: KeypairSigner,
  given: JsonObject,
  ask: (name: string, given: JsonObject) => Promise<RpcMessage>,
): Promise<RpcMessage> {
  const mint = mints ? await newSigner() : null
  const prepared = await ask(prepare, { ...given, launcherPubkey: signer.address, ...(mint ? { mintPubkey: mint.address } : {}) })
  const offered = objectOf(prepared.result?.structuredContent)
  if (prepared.result?.isError || !Array.isArray(offered?.transactions)) return prepared
  const transactions = await signTransactions(offered.transactions, [signer, ...(mint ? [mint] : [])])
  return ask(submit, { [id]: offered[id], transactions })
}
