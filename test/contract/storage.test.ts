import { afterAll } from 'bun:test'
import { join } from 'node:path'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { emptyDatabase } from '../support/empty-database.ts'
import { temporaryDataDirs } from '../support/server-process.ts'
import { approverContract } from './approver-storage.ts'
import { boardContract } from './board-storage.ts'
import { buybackContract } from './buyback-storage.ts'
import { earningsContract } from './earnings-storage.ts'
import { jobContract } from './job-storage.ts'
import { kolContract } from './kol-storage.ts'
import { leaseContract } from './lease-storage.ts'
import { offerContract } from './offer-storage.ts'
import { paymentContract } from './payment-storage.ts'
import { pictureContract } from './picture-storage.ts'
import { spendingContract } from './spending-storage.ts'
import { storageContract } from './storage.ts'
import { coinPassContract } from './coin-pass-storage.ts'
import { webhookContract } from './webhook-storage.ts'
import { Secret } from '../../src/lib/secret.ts'

const { next: folder, removeAll } = temporaryDataDirs()
afterAll(removeAll)

const url = process.env.TEST_DATABASE_URL
if (!url) console.log('The storage contract skips PostgreSQL: set TEST_DATABASE_URL=postgres://… to a server it may make databases on.')

for (const contract of [
  approverContract,
  storageContract,
  webhookContract,
  kolContract,
  boardContract,
  earningsContract,
  coinPassContract,
  leaseContract,
  buybackContract,
  jobContract,
  offerContract,
  paymentContract,
  pictureContract,
  spendingContract,
]) {
  contract('SQLite in memory', () => openStorage(new Secret('sqlite::memory:')))
  contract('SQLite in a file', () => openStorage(new Secret(`sqlite:${join(folder(), 'service.db')}`)))
  if (url) contract('PostgreSQL', async () => openStorage(new Secret(await emptyDatabase(url))))
}
