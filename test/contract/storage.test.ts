import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { fileStorage, memoryStorage } from '../support/memory-storage.ts'
import { temporaryDataDirs } from '../support/server-process.ts'
import { watchStatements } from '../support/watch-statements.ts'
import { agentContract } from './agent-storage.ts'
import { alarmContract } from './alarm-storage.ts'
import { agreementContract } from './agreement-storage.ts'
import { approverContract } from './approver-storage.ts'
import { boardContract } from './board-storage.ts'
import { buybackContract } from './buyback-storage.ts'
import { crossingContract } from './crossing-storage.ts'
import { dryRunContract } from './dry-run-storage.ts'
import { earningsContract } from './earnings-storage.ts'
import { jobContract } from './job-storage.ts'
import { jobPartContract } from './job-part-storage.ts'
import { kolContract } from './kol-storage.ts'
import { keyContract } from './key-storage.ts'
import { kolSearchContract } from './kol-search-storage.ts'
import { ledgerContract } from './ledger-storage.ts'
import { leaseContract } from './lease-storage.ts'
import { offerContract } from './offer-storage.ts'
import { operationContract } from './operation-storage.ts'
import { creditContract } from './credit-storage.ts'
import { paymentContract } from './payment-storage.ts'
import { pictureContract } from './picture-storage.ts'
import { redirectContract } from './redirect-storage.ts'
import { consentContract } from './consent-storage.ts'
import { programContract } from './program-storage.ts'
import { policyContract } from './policy-storage.ts'
import { spendingContract } from './spending-storage.ts'
import { storageContract } from './storage.ts'
import { coinPassContract } from './coin-pass-storage.ts'
import { quietCoinContract } from './quiet-coin-storage.ts'
import { webhookContract } from './webhook-storage.ts'
import { webhookTurnContract } from './webhook-turn-storage.ts'
import { Secret } from '../../src/lib/secret.ts'

const statements = watchStatements()
const { next: folder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

const url = process.env.TEST_DATABASE_URL
if (!url) console.log('The storage contract skips PostgreSQL: set TEST_DATABASE_URL=postgres://… to a server it may make databases on.')

for (const contract of [
  agentContract,
  alarmContract,
  programContract,
  agreementContract,
  approverContract,
  storageContract,
  keyContract,
  dryRunContract,
  operationContract,
  crossingContract,
  webhookContract,
  redirectContract,
  webhookTurnContract,
  kolContract,
  kolSearchContract,
  boardContract,
  earningsContract,
  coinPassContract,
  quietCoinContract,
  leaseContract,
  ledgerContract,
  buybackContract,
  jobContract,
  jobPartContract,
  offerContract,
  paymentContract,
  creditContract,
  pictureContract,
  consentContract,
  policyContract,
  spendingContract,
]) {
  contract('SQLite in memory', memoryStorage)
  contract('SQLite in a file', () => fileStorage(join(folder(), 'service.db')))
  if (url) contract('PostgreSQL', async () => openStorage(new Secret(await emptyDatabase(url))))
}

/** Tables that grow as long as the service is used. */
const GROWING =
  'agent_paid|api_key|coin|consent|credit|credit_purchase|coin_job|coin_job_step|coin_look|coin_share|dry_run|dry_run_named|earning|earning_day|event|idempotency|image|ledger|operation|payment|remit|sent_transaction|spending|spending_policy|used_signature|webhook_delivery'
const READ = new RegExp(`^(?:SCAN|SEARCH) (?:${GROWING}|delivery)\\b`)
const READ_WHOLE = new RegExp(`^SCAN (?:${GROWING}|delivery)\\b`)

/** Statements that may read more than what they answer, and why. */
const ALLOWED: readonly RegExp[] = [
  // Once, at start.
  /^delete from "idempotency" where "operation_id" is null/,
  /^update "payment" set "lease" = NULL/,
  // Bounded in number (docs/bounded-state.md): unused plans and pictures, the jobs of a coin.
  /^select count.*, sum\(stranger\) as strangers from dry_run/i,
  /^select "stranger", sum.* from "image"/,
  /^select \* from \(select \*, row_number\(\) .* from "coin_job" where "mint" =/,
  // For the operator: what is owed to payers.
  /^select "balance" from "credit"/,
  // For the operator's metrics.
  /^select "state", count.* from "payment"/,
  // Of the endpoints that wait, each with one look at its deliveries.
  /^update "webhook_endpoint" set "lease" = '/,
  // A referrer's months, by key, launch and payment.
  /^select strftime.* from "(?:api_key|operation|remit)"/,
  // Counts of what is bounded: cranks under way, deliveries of an owner, jobs that a worker has at hand or a key had back unpaid.
  /^select count.* from "operation" where "unfinished" = 1/,
  /^select count.* from "webhook_delivery" inner join/,
  /^select .*\(select count.*"pending" = 1\) as "pending"/,
  /^select count.* from "coin_job" where "(?:worker|key_id)" =/,
  // For the operator's metrics: coins whose fees were taken away lately.
  /^select count.* from "coin" where "fees_redirected_at_ms" >=/,
]

/** Why a statement takes longer the more there is: it reads a whole table, or sorts or counts all that it found to answer a part. */
function growsWith(sql: string, plan: readonly { readonly parent: number; readonly detail: string }[]): string[] {
  const limited = /\blimit \d/.test(sql)
  const counts = /\bcount\(/i.test(sql)
  return plan
    .filter(({ parent, detail }) =>
      detail === 'USE TEMP B-TREE FOR ORDER BY'
        ? plan.some((step) => step.parent === parent && READ.test(step.detail))
        : READ_WHOLE.test(detail)
          ? !(limited && detail.includes(' USING '))
          : READ.test(detail) && counts && !limited,
    )
    .map(({ detail }) => detail)
}

test('rules 10.26: no statement of a repository takes longer because there is more of what it does not answer', async () => {
  statements.stop()
  const file = join(folder(), 'service.db')
  await (await openStorage(new Secret(`sqlite:${file}`))).close()
  const db = new Database(file, { readonly: true, strict: true })
  const plansOf = (sql: string) => db.query(`EXPLAIN QUERY PLAN ${sql}`).all() as { parent: number; detail: string }[]
  const reads = [...statements.executed.values()].filter((sql) => /^(select|with|update|delete) /i.test(sql) && !sql.includes('"kol'))
  const slow = reads.filter((sql) => !ALLOWED.some((allowed) => allowed.test(sql)) && growsWith(sql, plansOf(sql)).length > 0)
  expect(slow).toEqual([])
  expect(reads.length).toBeGreaterThan(200)
  for (const planted of [
    `select * from "event" where "type" in ('coin.graduated', 'launch.created') order by "at_ms" desc, "id" desc limit 20`,
    `select * from "operation" where "state" = 'failed'`,
    `select * from "dry_run" where "plan_hash" = 'x' order by "created_at_ms"`,
    `select "role", count(*) from "coin_share" where "wallet" = 'x' group by "role"`,
  ])
    expect({ planted, found: growsWith(planted, plansOf(planted)).length > 0 }).toEqual({ planted, found: true })
  db.close()
})
